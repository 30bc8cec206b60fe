import { MOST_SHARDS } from '../../contracts/storage-keys.ts';
import { COUNTS, countingColumns } from '../../domain/run-log/counting-sql.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES } from './result-columns.ts';
import { stagedRows } from './staged-rows.ts';
import type { Tables } from './tables.ts';

const columns = RESULT_COLUMN_NAMES.join(', ');

/** Partition projection lists one prefix a shard, so a query names no more of them than the run has. */
const stagedWhere = (evaluationId: string, shards = MOST_SHARDS): string =>
  `evaluation_id = ${evaluationId} AND shard BETWEEN 0 AND ${shards - 1}`;

/**
 * A SELECT of every settled row of an evaluation exactly once, latest attempt: loaded ∪ staged. The loaded copy
 * wins a tie, so that a row already merged is read from the table.
 */
export const latestResults = (tables: Tables, evaluationId: string, shards?: number): string =>
  latestResultsOf(tables, literal(evaluationId), shards);

/** The same for an evaluation id given as SQL: a literal, or `?`, which then stands there twice. */
export function latestResultsOf(
  tables: Tables,
  evaluationId: string,
  shards?: number,
  /** Only rows of which this is true; it may name what an attempt does not change, such as `row_index`. */
  condition?: string,
): string {
  const also = condition ? ` AND ${condition}` : '';
  return `SELECT ${columns} FROM (
  SELECT ${columns}, ${countingColumns(', loaded DESC')}
  FROM (
    SELECT ${columns}, 1 AS loaded FROM ${tables.results} WHERE evaluation_id = ${evaluationId}${also}
    UNION ALL
    SELECT ${columns}, 0 AS loaded FROM (${stagedRows(tables, stagedWhere(evaluationId, shards))})${condition ? ` WHERE ${condition}` : ''}
  )
) WHERE ${COUNTS}`;
}
