import { RollcallError } from '../../contracts/errors.ts';
import { compileMapping, describeProblem } from './compile-mapping.ts';
import { newAllowance } from './guard.ts';
import { type EvaluationLimits, MAPPING_LIMITS } from './limits.ts';
import type { Mapping } from './mapping.ts';
import { toJson } from './to-json.ts';

/** JSONata's own name for a list that has grown too long. */
const TOO_LONG = 'D2015';

/** Evaluates with the step, depth, time and size limits; gives the value as JSON text. `root` must be unforged data. */
export async function evaluateBounded(
  { expression, field, maxBytes }: Mapping,
  root: unknown,
  limits: EvaluationLimits = MAPPING_LIMITS,
): Promise<string> {
  try {
    const compiled = compileMapping(expression, field);
    return toJson(await compiled.expression.evaluate(root, newAllowance(limits)), maxBytes);
  } catch (error) {
    if (error instanceof RollcallError) throw error;
    const { code } = error as { code?: unknown };
    if (code === TOO_LONG) throw ranOutOfRoom(error);
    throw new RollcallError('MappingFailed', `it failed on this row${describeProblem(error)}`, { cause: error });
  }
}

const ranOutOfRoom = (cause: unknown) =>
  new RollcallError('MappingTimeout', `it ran out of room: a list of more than ${MAPPING_LIMITS.arrayLength} values`, {
    cause,
  });
