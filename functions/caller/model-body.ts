import type { CallerRun } from '../../contracts/caller.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { mappingRoot } from '../../core/mapping/mapping-root.ts';
import { modelRequest } from '../../domain/models/ask-model.ts';
import type { Model } from '../../domain/models/model-schema.ts';
import { rowInput } from './row-input.ts';

/** What a model is sent for a row, as JSON text. An input mapping's value takes the place of the row's input. */
export async function modelBody(
  run: Pick<CallerRun, 'executionMode' | 'inputMapping'> & { readonly model: Model },
  row: DatasetRow,
  maxBytes: number,
): Promise<string> {
  const root = mappingRoot(row);
  const input = await rowInput({ run, row }, maxBytes, () => root.input);
  const text = JSON.stringify(modelRequest(run.model, { values: [input, { ...root, input }] }));
  if (Buffer.byteLength(text) <= maxBytes) return text;
  throw new RollcallError('PromptTooLong', `The request has more than ${maxBytes} bytes with this row’s values in it.`);
}
