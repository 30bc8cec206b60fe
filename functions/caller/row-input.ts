import type { CallerRun } from '../../contracts/caller.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import { evaluateMapping } from '../../core/mapping/evaluate-mapping.ts';
import { mappingRoot } from '../../core/mapping/mapping-root.ts';

interface MappedRow {
  readonly run: Pick<CallerRun, 'executionMode' | 'inputMapping'>;
  readonly row: DatasetRow;
}

/** The call's input: the mapping's value for this row, or the mode's default. */
export async function rowInput(
  { run, row }: MappedRow,
  maxBytes: number,
  byDefault: (row: DatasetRow) => unknown,
): Promise<unknown> {
  if (!run.inputMapping) return byDefault(row);
  const field = `${run.executionMode}InputMapping`;
  return evaluateMapping({ expression: run.inputMapping, field, maxBytes }, mappingRoot(row));
}
