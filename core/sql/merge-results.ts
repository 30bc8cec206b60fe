import { MOST_SHARDS, ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { countingColumns } from '../../domain/run-log/counting-sql.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES } from './result-columns.ts';
import { stagedRows } from './staged-rows.ts';
import type { Tables } from './tables.ts';

/** Stands for the number of a shard in a statement that the state machine fills in, shard by shard. */
export const ANY_SHARD = '{shard}';

/** What decides which results count. The other columns of a loaded row are not read. */
const DECIDING = new Set(['evaluation_id', 'sample_id', 'trial', 'variant', 'status', 'attempt', 'finished_at']);

/**
 * Makes one shard of the results table what counts of a run, loaded or staged. MERGE refuses two source rows for one target
 * row, so each variant of a row has one: it is inserted, replaces an earlier result, or deletes one that no longer counts.
 * A loaded row that counts has none, so running this again changes nothing. The evaluation is a literal on the side of the
 * table too, so that Athena reads only that run's files.
 */
export function mergeResults(tables: Tables, evaluationId: string, shard: number | typeof ANY_SHARD): string {
  const names = RESULT_COLUMN_NAMES;
  const columns = names.join(', ');
  const changed = names.filter((name) => name !== 'evaluation_id' && name !== 'sample_id');
  const ofRun = `evaluation_id = ${literal(evaluationId)}`;
  const loaded = names.map((name) => (DECIDING.has(name) ? name : `NULL AS ${name}`)).join(', ');
  const ofShard = `least(${MOST_SHARDS - 1}, row_index / ${ROWS_PER_SHARD}) = ${shard}`;
  return `MERGE INTO ${tables.results} t USING (
  SELECT ${columns}, of_attempt FROM (
    SELECT ${columns}, loaded, ${countingColumns(', loaded DESC')} FROM (
      SELECT ${columns}, 0 AS loaded FROM (${stagedRows(tables, `${ofRun} AND shard = ${shard}`)})
      UNION ALL
      SELECT ${loaded}, 1 AS loaded FROM ${tables.results} WHERE ${ofRun} AND ${ofShard}
    )
  ) WHERE of_variant = 1 AND (of_attempt > 1 OR loaded = 0)
) s ON t.${ofRun} AND t.evaluation_id = s.evaluation_id AND t.sample_id = s.sample_id AND coalesce(t.trial, 0) = coalesce(s.trial, 0) AND coalesce(t.variant, '') = coalesce(s.variant, '')
WHEN MATCHED AND s.of_attempt > 1 THEN DELETE
WHEN MATCHED THEN UPDATE SET ${changed.map((name) => `${name} = s.${name}`).join(', ')}
WHEN NOT MATCHED AND s.of_attempt = 1 THEN INSERT (${columns}) VALUES (${names.map((name) => `s.${name}`).join(', ')})`;
}
