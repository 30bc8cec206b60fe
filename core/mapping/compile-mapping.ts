import jsonata from 'jsonata';
import { RollcallError } from '../../contracts/errors.ts';
import { guard } from './guard.ts';
import { isPlain } from './is-plain.ts';
import { MAPPING_LIMITS } from './limits.ts';

export interface CompiledMapping {
  readonly expression: jsonata.Expression;
  /** Cannot run away, so it may be evaluated in the function's own thread. */
  readonly plain: boolean;
}

/** A warm environment serves few runs; the oldest of these expressions goes first. */
const MOST_COMPILED = 64;
const compiled = new Map<string, CompiledMapping>();

/** Compiles once per warm environment. */
export function compileMapping(text: string, field: string): CompiledMapping {
  const known = compiled.get(text);
  if (known) return known;
  const mapping = compiledAnew(text, field);
  const oldest = compiled.size >= MOST_COMPILED ? compiled.keys().next().value : undefined;
  if (oldest !== undefined) compiled.delete(oldest);
  compiled.set(text, mapping);
  return mapping;
}

function compiledAnew(text: string, field: string): CompiledMapping {
  refuseDoubling(text, field);
  try {
    const expression = jsonata(text, { sequence: MAPPING_LIMITS.arrayLength });
    const plain = isPlain(expression.ast() as object);
    guard(expression);
    return { expression, plain };
  } catch (error) {
    // The stack has run out: thousands of brackets, or of operators one after the other.
    const problem =
      error instanceof RangeError ? ': it is nested too deep. Write it with fewer levels.' : describeProblem(error);
    throw new RollcallError('MappingSyntax', `${field} is not valid JSONata${problem}`, { cause: error });
  }
}

/** JSONata throws plain objects with a position and a message. */
export function describeProblem(error: unknown): string {
  const { position, message } = error as { position?: number; message?: string };
  return `${position === undefined ? '' : `, at character ${position}`}: ${message ?? String(error)}`;
}

const MOST_NODES = 2 ** 22;
const DEFAULTS = /(?<!\()\?:|\?\?/g;

/**
 * JSONata copies what stands before `??` and `?:` while it reads an expression. In brackets in brackets the copies double
 * with every level.
 */
function refuseDoubling(text: string, field: string): void {
  let levels = 0;
  let from = 0;
  for (const { index } of text.matchAll(DEFAULTS)) {
    if (levels === 0 || /[)\]}]/.test(text.slice(from, index))) levels += 1;
    from = index;
  }
  if (text.length * 2 ** levels <= MOST_NODES) return;
  throw new RollcallError(
    'MappingSyntax',
    `${field} has ${levels} levels of ?? or ?: in an expression of ${text.length} characters. Use conditions (a ? b : c) for some of them.`,
  );
}
