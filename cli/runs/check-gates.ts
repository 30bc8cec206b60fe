import { compareRuns, type RunComparison } from '../../client/experiments/compare-runs.ts';
import type { EndedRun } from '../../client/runs/watch-run.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Thresholds } from '../../contracts/eval-file.ts';
import { checkThresholds, type Verdict } from '../../core/thresholds.ts';
import type { Connection } from '../connect/connect.ts';

export interface Gates {
  readonly thresholds?: Thresholds;
  /** A run or experiment it is compared with. */
  readonly baseline?: string;
}

export interface CheckedGates {
  readonly verdicts: readonly Verdict[];
  readonly comparison?: RunComparison;
  /** Why it could not be compared with its baseline. */
  readonly problem?: string;
}

/** Holds a run that has ended against its thresholds, and against its baseline where it has one. */
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

/** A comparison that is refused leaves the run's own figures to be told. */
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
