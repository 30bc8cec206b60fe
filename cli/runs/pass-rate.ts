import { runQuery } from '../../client/athena/run-query.ts';
import { latestResults } from '../../core/sql/latest-results.ts';
import type { Connection } from '../connect/connect.ts';

export interface PassRate {
  readonly passed: number;
  /** Rows that could pass: those scored, or those with an expected answer. */
  readonly of: number;
  readonly by: 'scores' | 'expected';
}

/**
 * How many rows passed: by their scores where there are any; otherwise a row passes when its answer, spaces around
 * it aside, is the expected one. A failed row with an expected answer did not pass.
 */
export async function passRateOf(evaluationId: string, connection: Connection): Promise<PassRate | undefined> {
  const [row] = await runQuery(
    `SELECT count(passed) AS scored, count_if(passed) AS passed, count(expected) AS expected,
  count_if(trim(actual_output) = trim(expected)) AS equal FROM (${latestResults(connection.tables, evaluationId)})`,
    connection.queries,
  );
  const figure = (name: string) => Number(row?.[name] ?? 0);
  if (figure('scored') > 0) return { passed: figure('passed'), of: figure('scored'), by: 'scores' };
  if (figure('expected') > 0) return { passed: figure('equal'), of: figure('expected'), by: 'expected' };
  return undefined;
}
