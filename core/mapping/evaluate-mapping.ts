import { RollcallError } from '../../contracts/errors.ts';
import { compileMapping } from './compile-mapping.ts';
import { evaluateBounded } from './evaluate-bounded.ts';
import type { Mapping } from './mapping.ts';
import { evaluateInWorker } from './mapping-worker.ts';

/** The value of a mapping, as plain JSON. Throws MappingSyntax, MappingFailed or MappingTimeout. */
export async function evaluateMapping(mapping: Mapping, root: unknown): Promise<unknown> {
  const { loopFree } = compileMapping(mapping.expression, mapping.field);
  try {
    const evaluate = loopFree ? evaluateBounded : evaluateInWorker;
    return JSON.parse(await evaluate(mapping, root));
  } catch (error) {
    if (!(error instanceof RollcallError)) throw error;
    throw new RollcallError(error.name as 'MappingFailed', `${mapping.field}: ${error.message}`, { cause: error });
  }
}
