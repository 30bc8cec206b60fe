import type { DatasetRow } from '../../contracts/dataset-row.ts';
import { evaluateMapping } from '../../core/mapping/evaluate-mapping.ts';
import { mappingRoot } from '../../core/mapping/mapping-root.ts';
import type { RowOfRun } from './target.ts';

/** The call's input: the mapping's value for this row, or the mode's default. */
export async function rowInput(
  { run, row }: RowOfRun,
  maxBytes: number,
  byDefault: (row: DatasetRow) => unknown,
): Promise<unknown> {
  if (!run.inputMapping) return byDefault(row);
  const field = `${run.executionMode}InputMapping`;
  return evaluateMapping({ expression: run.inputMapping, field, maxBytes }, mappingRoot(row));
}
