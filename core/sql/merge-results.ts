import { NEWEST_FIRST, ROW_KEY } from './latest-results.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES } from './result-columns.ts';
import { stagedRows } from './staged-rows.ts';
import type { Tables } from './tables.ts';

/** Stands for the number of a shard in a statement that the state machine fills in, shard by shard. */
export const ANY_SHARD = '{shard}';

/**
 * Moves one shard of a run's staged rows into the results table. MERGE refuses two source rows for one target row,
 * so only the latest attempt of a row, or of one of its trials, goes in; running it again changes nothing. A skip never replaces a result. The
 * evaluation is a literal on the side of the table too, so that Athena reads the files of that run alone.
 */
export function mergeResults(tables: Tables, evaluationId: string, shard: number | typeof ANY_SHARD): string {
  const names = RESULT_COLUMN_NAMES;
  const columns = names.join(', ');
  const changed = names.filter((name) => name !== 'evaluation_id' && name !== 'sample_id');
  return `MERGE INTO ${tables.results} t USING (
  SELECT ${columns} FROM (
    SELECT ${columns}, row_number() OVER (PARTITION BY ${ROW_KEY} ORDER BY ${NEWEST_FIRST}) AS newest
    FROM (${stagedRows(tables, `evaluation_id = ${literal(evaluationId)} AND shard = ${shard}`)})
  ) WHERE newest = 1
) s ON t.evaluation_id = ${literal(evaluationId)} AND t.evaluation_id = s.evaluation_id AND t.sample_id = s.sample_id AND coalesce(t.trial, 0) = coalesce(s.trial, 0)
WHEN MATCHED AND s.attempt > t.attempt AND (s.status <> 'skipped' OR t.status = 'skipped') THEN UPDATE SET ${changed.map((name) => `${name} = s.${name}`).join(', ')}
WHEN NOT MATCHED THEN INSERT (${columns}) VALUES (${names.map((name) => `s.${name}`).join(', ')})`;
}
