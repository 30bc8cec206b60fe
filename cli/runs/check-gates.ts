import { compareRuns, type RunComparison } from '../../client/experiments/compare-runs.ts';
import type { EndedRun } from '../../client/runs/watch-run.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Thresholds } from '../../contracts/eval-file.ts';
import { checkThresholds, type Verdict } from '../../core/thresholds.ts';
import type { Connection } from '../connect/connect.ts';

export interface Gates {
  readonly thresholds?: Thresholds;
  /** The run or experiment to compare with. */
  readonly baseline?: string;
}

export interface CheckedGates {
  readonly verdicts: readonly Verdict[];
  readonly comparison?: RunComparison;
  /** Why the comparison with the baseline failed. */
  readonly problem?: string;
}

/** Checks a finished run against its thresholds and its baseline. */
export async function checkGates(
  { evaluationId, summary }: EndedRun,
  { thresholds = {}, baseline }: Gates,
  connection: Connection,
): Promise<CheckedGates> {
  if (!summary) return { verdicts: [] };
  const compared = baseline ? await comparedWith(baseline, evaluationId, connection) : {};
  const variants = compared.comparison?.differences.map(({ variant }) => variant) ?? [];
  return { ...compared, verdicts: checkThresholds(thresholds, summary, { variants, ...compared }) };
}

/** If the comparison fails, the run's own figures are still reported. */
async function comparedWith(
  baseline: string,
  evaluationId: string,
  connection: Connection,
): Promise<Pick<CheckedGates, 'comparison' | 'problem'>> {
  try {
    return { comparison: await compareRuns([evaluationId], { baseline }, connection) };
  } catch (error) {
    if (error instanceof RollcallError) return { problem: error.message };
    throw error;
  }
}
