import { MOST_SHARDS } from '../../contracts/storage-keys.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES, stagedColumns } from './result-columns.ts';
import type { Tables } from './tables.ts';

const columns = RESULT_COLUMN_NAMES.join(', ');

/** Partition projection lists one prefix a shard, so a query names no more of them than the run has. */
export const stagedWhere = (evaluationId: string, shards = MOST_SHARDS): string =>
  `evaluation_id = ${literal(evaluationId)} AND shard BETWEEN 0 AND ${shards - 1}`;

/**
 * A SELECT of every settled row of an evaluation exactly once, latest attempt: loaded ∪ staged. The loaded copy
 * wins a tie, so that a row already merged is read from the table.
 */
export function latestResults(tables: Tables, evaluationId: string, shards?: number): string {
  return `SELECT ${columns} FROM (
  SELECT ${columns}, row_number() OVER (PARTITION BY sample_id ORDER BY attempt DESC, loaded DESC) AS newest
  FROM (
    SELECT ${columns}, 1 AS loaded FROM ${tables.results} WHERE evaluation_id = ${literal(evaluationId)}
    UNION ALL
    SELECT ${stagedColumns()}, 0 AS loaded FROM ${tables.staged} WHERE ${stagedWhere(evaluationId, shards)}
  )
) WHERE newest = 1`;
}
