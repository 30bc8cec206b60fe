import jsonata from 'jsonata';
import { RollcallError } from '../../contracts/errors.ts';
import { guard } from './guard.ts';
import { isLoopFree } from './is-loop-free.ts';

export interface CompiledMapping {
  readonly expression: jsonata.Expression;
  /** Cannot run away, so it may be evaluated in the function's own thread. */
  readonly loopFree: boolean;
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
  try {
    const expression = jsonata(text);
    guard(expression);
    return { expression, loopFree: isLoopFree(expression.ast()) };
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
