import { COUNTS, countingColumns, VARIANT } from '../../domain/run-log/counting-sql.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES } from './result-columns.ts';
import { stagedRows } from './staged-rows.ts';
import type { Tables } from './tables.ts';

/** Stands for the number of a shard in a statement that the state machine fills in, shard by shard. */
export const ANY_SHARD = '{shard}';

/**
 * The results of several models take the place of a row that had none, the first of them that of its result. A row that has
 * such results keeps them when it is called again without.
 */
const sameVariant = `coalesce(t.variant, '') = coalesce(s.variant, '') OR (coalesce(t.variant, '') = '' AND s.place = 1) OR coalesce(s.variant, '') = ''`;

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
  SELECT ${columns}, row_number() OVER (PARTITION BY sample_id, trial ORDER BY ${VARIANT}) AS place FROM (
    SELECT ${columns}, ${countingColumns()}
    FROM (${stagedRows(tables, `evaluation_id = ${literal(evaluationId)} AND shard = ${shard}`)})
  ) WHERE ${COUNTS}
) s ON t.evaluation_id = ${literal(evaluationId)} AND t.evaluation_id = s.evaluation_id AND t.sample_id = s.sample_id AND coalesce(t.trial, 0) = coalesce(s.trial, 0) AND (${sameVariant})
WHEN MATCHED AND s.attempt > t.attempt AND (s.status <> 'skipped' OR t.status = 'skipped') AND (coalesce(s.variant, '') <> '' OR coalesce(t.variant, '') = '') THEN UPDATE SET ${changed.map((name) => `${name} = s.${name}`).join(', ')}
WHEN NOT MATCHED THEN INSERT (${columns}) VALUES (${names.map((name) => `s.${name}`).join(', ')})`;
}
