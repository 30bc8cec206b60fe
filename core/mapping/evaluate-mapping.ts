import { RollcallError } from '../../contracts/errors.ts';
import { isObject } from '../json.ts';
import { compileMapping } from './compile-mapping.ts';
import { evaluateBounded } from './evaluate-bounded.ts';
import type { Mapping } from './mapping.ts';
import { evaluateInWorker } from './mapping-worker.ts';
import { NO_VALUE } from './to-json.ts';

/** The value of a mapping, as plain JSON. Throws MappingSyntax, MappingFailed or MappingTimeout. */
export async function evaluateMapping(mapping: Mapping, root: unknown): Promise<unknown> {
  const { loopFree } = compileMapping(mapping.expression, mapping.field);
  try {
    const evaluate = loopFree ? evaluateBounded : evaluateInWorker;
    return JSON.parse(await evaluate(mapping, root));
  } catch (error) {
    if (!(error instanceof RollcallError)) throw error;
    const seen = error.message === NO_VALUE ? namesIn(root) : '';
    const message = `${mapping.field}: ${error.message}${seen && `; it sees ${seen}`}`;
    throw new RollcallError(error.name as 'MappingFailed', message, { cause: error });
  }
}

const MOST_NAMES = 10;

/** The names an expression could begin with, two levels of them: `status, headers, body.label`. */
function namesIn(root: unknown): string {
  if (!isObject(root)) return '';
  const names = Object.entries(root).flatMap(([name, value]) => {
    const inner = isObject(value) && name !== 'headers' ? Object.keys(value) : [];
    return value === undefined ? [] : inner.length === 0 ? [name] : inner.map((one) => `${name}.${one}`);
  });
  return [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
}
