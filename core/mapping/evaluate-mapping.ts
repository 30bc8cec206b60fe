import { ERRORS, type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { isObject } from '../json.ts';
import { inSandbox, SandboxError } from '../sandbox/sandbox.ts';
import { compileMapping } from './compile-mapping.ts';
import { evaluateBounded } from './evaluate-bounded.ts';
import { forgedIn } from './forged.ts';
import { PLAIN_LIMITS } from './limits.ts';
import type { Mapping } from './mapping.ts';
import { NO_VALUE } from './to-json.ts';

/** The value of a mapping, as plain JSON. Throws MappingSyntax, MappingFailed or MappingTimeout. */
export async function evaluateMapping(mapping: Mapping, root: unknown): Promise<unknown> {
  const { plain } = compileMapping(mapping.expression, mapping.field);
  try {
    const json = plain && forgedIn(root).length === 0 ? await evaluatePlain(mapping, root) : undefined;
    return json === undefined ? await evaluateApart(mapping, root) : JSON.parse(json);
  } catch (error) {
    if (!(error instanceof RollcallError)) throw error;
    const seen = error.message === NO_VALUE ? namesIn(root) : '';
    const message = `${mapping.field}: ${error.message}${seen && `; it sees ${seen}`}`;
    throw new RollcallError(error.name as 'MappingFailed', message, { cause: error });
  }
}

const isOurs = (name: string): name is ErrorName => Object.hasOwn(ERRORS, name);

/** Undefined if it takes more than the thread of other rows has to give. */
async function evaluatePlain(mapping: Mapping, root: unknown): Promise<string | undefined> {
  try {
    return await evaluateBounded(mapping, root, PLAIN_LIMITS);
  } catch (error) {
    if ((error as Error).name === 'MappingTimeout') return undefined;
    throw error;
  }
}

async function evaluateApart(mapping: Mapping, root: unknown): Promise<unknown> {
  try {
    return await inSandbox('expressions', { mapping, root });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { thrown = 'MappingTimeout', message } = error;
    throw new RollcallError(isOurs(thrown) ? thrown : 'MappingFailed', message, { cause: error });
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
