import type { CallerRun } from '../../contracts/caller.ts';
import { datasetRowSchema } from '../../contracts/dataset-row.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import type { Model } from '../../domain/models/model-schema.ts';
import { modelBody } from '../caller/model-body.ts';
import { rowInput } from '../caller/row-input.ts';

/** No target takes more. */
const LARGEST_INPUT_BYTES = 6 * 1024 * 1024;

/** Fails the run before its first call when the input mapping, or a model's prompt, fails on its first row. */
export async function tryMapping(
  run: Pick<CallerRun, 'executionMode' | 'inputMapping'> & { readonly model?: Model },
  firstRow: string,
): Promise<void> {
  const row = datasetRowSchema.parse(JSON.parse(firstRow));
  try {
    if (run.model) await modelBody({ ...run, model: run.model }, row, LARGEST_INPUT_BYTES);
    else await rowInput({ run, row }, LARGEST_INPUT_BYTES, () => null);
  } catch (error) {
    if (!(error instanceof RollcallError)) throw error;
    const message = `The ${run.model ? 'prompt' : 'mapping'} fails on the first row, so no row was called. ${error.message}`;
    throw new RollcallError(error.name as ErrorName, message, { cause: error });
  }
}
