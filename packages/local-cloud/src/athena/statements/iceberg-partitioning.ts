import { transformProblem } from '../../glue/iceberg-table.ts';
import type { PartitionField } from '../../glue/request.ts';
import { FIRST_PARTITION_FIELD } from '../iceberg/partition-spec.ts';
import { QueryError } from '../sql/query-error.ts';

/** What Iceberg adds to the name of a column, where that is not the transform's own name. */
const SUFFIXES: Readonly<Record<string, string>> = { truncate: 'trunc' };

/**
 * `day`, `bucket(16, id)`, `month(at)`: Iceberg calls them `identity`, `bucket[16]` and `month` of a column's id. CREATE
 * TABLE has the number first, CREATE TABLE AS the column.
 */
export function icebergPartitioning(
  terms: readonly string[],
  columns: readonly { readonly Name: string; readonly Type?: string }[],
): PartitionField[] {
  return terms.map((term, index) => {
    const [, transform, first = term, second] =
      /^(\w+)\(\s*([^,]+?)\s*(?:,\s*(.+?)\s*)?\)$/.exec(term.toLowerCase()) ?? [];
    const [size, source] = /^\d+$/.test(first) ? [first, second ?? ''] : [second, first];
    const at = columns.findIndex(({ Name }) => Name.toLowerCase() === source);
    if (at < 0) throw new QueryError('COLUMN_NOT_FOUND', `Column '${source}' cannot be resolved`);
    const Transform = `${transform ?? 'identity'}${size ? `[${size}]` : ''}`;
    const problem = transformProblem(Transform, columns[at]?.Type ?? 'string');
    if (problem) throw new QueryError('INVALID_TABLE_PROPERTY', problem);
    return {
      FieldId: FIRST_PARTITION_FIELD + index,
      SourceId: at + 1,
      Name: transform ? `${source}_${SUFFIXES[transform] ?? transform}` : source,
      Transform,
    };
  });
}
