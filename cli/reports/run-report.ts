import { readResults } from '../../client/runs/read-results.ts';
import type { EndedRun } from '../../client/runs/watch-run.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { isOver } from '../../contracts/run-record.ts';
import type { Verdict } from '../../core/thresholds.ts';
import type { Connection } from '../connect/connect.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

/** Everything there is to say about a run that has ended; terminal, JSON, JUnit and Markdown are its readers. */
export interface RunReport extends EndedRun {
  readonly name: string;
  readonly failedRows: readonly ResultRow[];
  readonly verdicts: readonly Verdict[];
}

export async function reportOn(
  name: string,
  ended: EndedRun,
  options: { readonly failedRows: number },
  connection: Connection,
): Promise<RunReport> {
  const { evaluationId, summary } = ended;
  if (!summary) return { ...ended, name, failedRows: [], verdicts: [] };
  const failedRows =
    summary.failed === 0
      ? []
      : await readResults(evaluationId, { status: 'failed', limit: options.failedRows }, connection);
  return { ...ended, name, failedRows, verdicts: [] };
}

/** Rows that failed are results; only a run that did not get through its rows is incomplete. */
export function exitCodeOf({ status, verdicts }: Pick<RunReport, 'status' | 'verdicts'>): ExitCode {
  if (status !== 'completed' && isOver(status)) return EXIT.incomplete;
  return verdicts.every(({ met }) => met) ? EXIT.ok : EXIT.notMet;
}

/** Why a row failed, in one line. */
export const reasonOf = ({ error_name, error_message }: ResultRow): string =>
  [error_name, error_message].filter(Boolean).join(': ');
