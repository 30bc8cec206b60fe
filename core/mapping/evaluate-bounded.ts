import { RollcallError } from '../../contracts/errors.ts';
import { compileMapping, describeProblem } from './compile-mapping.ts';
import { newAllowance } from './guard.ts';
import type { Mapping } from './mapping.ts';
import { toJson } from './to-json.ts';

/** Evaluates with the step, depth, time and size limits; gives the value as JSON text. */
export async function evaluateBounded({ expression, field, maxBytes }: Mapping, root: unknown): Promise<string> {
  try {
    const compiled = compileMapping(expression, field);
    return toJson(await compiled.expression.evaluate(root, newAllowance()), maxBytes);
  } catch (error) {
    if (error instanceof RollcallError) throw error;
    throw new RollcallError('MappingFailed', `it failed on this row${describeProblem(error)}`, { cause: error });
  }
}
