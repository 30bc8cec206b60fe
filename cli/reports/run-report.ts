import { type ResultsQuery, readResults } from '../../client/runs/read-results.ts';
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
  /** Rows that were answered and did not pass. */
  readonly wrongRows: readonly ResultRow[];
  readonly skippedRows: readonly ResultRow[];
  readonly verdicts: readonly Verdict[];
}

export async function reportOn(
  name: string,
  ended: EndedRun,
  most: { readonly failed: number; readonly wrong: number; readonly skipped: number },
  connection: Connection,
): Promise<RunReport> {
  const { evaluationId, summary } = ended;
  const none = { failed: 0, wrong: 0, skipped: 0 };
  const { failed, wrong = 0, skipped } = summary ?? none;
  const rows = (there: number, limit: number, query: Pick<ResultsQuery, 'status' | 'verdict'>) =>
    there === 0 || limit === 0 ? [] : readResults(evaluationId, { ...query, limit, withoutResponse: true }, connection);
  const [failedRows, wrongRows, skippedRows] = await Promise.all([
    rows(failed, most.failed, { status: 'failed' }),
    rows(wrong, most.wrong, { verdict: 'wrong' }),
    rows(skipped, most.skipped, { status: 'skipped' }),
  ]);
  return { ...ended, name, failedRows, wrongRows, skippedRows, verdicts: [] };
}

/** Rows that failed are results; only a run that did not get through its rows is incomplete. */
export function exitCodeOf({ status, verdicts }: Pick<RunReport, 'status' | 'verdicts'>): ExitCode {
  if (status !== 'completed' && isOver(status)) return EXIT.incomplete;
  return verdicts.every(({ met }) => met) ? EXIT.ok : EXIT.notMet;
}

/** What a wrong row answered, in one line. */
export const wrongAnswerOf = ({ expected, actual_output }: ResultRow): string =>
  expected === null ? `answered: ${actual_output}` : `expected: ${expected} · answered: ${actual_output}`;

/** Why a row failed, in one line. */
export const reasonOf = ({ error_name, error_message }: ResultRow): string =>
  [error_name, error_message].filter(Boolean).join(': ');
