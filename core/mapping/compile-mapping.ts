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

/** Characters of an expression with all that is copied of it. JSONata makes about a kilobyte of four of them. */
const MOST_CHARACTERS = 2 ** 17;
/** Texts, names, comments, operators that copy, and what else bounds a copy. A slash may begin a regular expression. */
const PARTS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\/\*.*?\*\/|\?\?|\?:|[/([{)\]}|,;]/gs;
/** A regular expression may look like a text or a bracket, so after one nothing else is told apart. */
const PARTS_AFTER_SLASH = /\?\?|\?:|[)\]}|]/g;

/** Characters between two brackets, with their copies. */
interface Group {
  /** A `??` further on would copy them. */
  readonly left: number;
  /** It would not: they end with a comma, or stand before another `??`. */
  readonly rest: number;
}

const EMPTY: Group = { left: 0, rest: 0 };
const sizeOf = ({ left, rest }: Group): number => left + rest;

/**
 * JSONata copies what stands before `??` and `?:` while it reads an expression. In brackets in brackets the copies double
 * with every level.
 */
function refuseDoubling(text: string, field: string): void {
  const characters = /\?[?:]/.test(text) ? charactersWithCopies(text) : 0;
  if (characters <= MOST_CHARACTERS) return;
  throw new RollcallError(
    'MappingSyntax',
    `${field} has too many levels of ?? or ?: in brackets: its ${text.length} characters become ${characters}, and ${MOST_CHARACTERS} are allowed. Use conditions (a ? b : c) for some of them.`,
  );
}

/** At least as many as JSONata reads. */
function charactersWithCopies(text: string): number {
  const outer: Group[] = [];
  let group = EMPTY;
  let from = 0;
  const next = (part: string, end: number) => {
    group = { ...group, left: group.left + end - from };
    from = end;
    if (part === '??' || part === '?:') group = { left: 0, rest: group.rest + 2 * group.left };
    else if (part === ',' || part === ';') group = { left: 0, rest: sizeOf(group) };
    else if ('([{'.includes(part)) {
      outer.push(group);
      group = EMPTY;
    } else if (')]}|'.includes(part)) {
      const { left, rest } = (part !== '|' && outer.pop()) || EMPTY;
      group = { left: left + sizeOf(group), rest };
    }
  };
  for (const { index, 0: part } of text.matchAll(PARTS)) {
    if (part === '/') break;
    next(part, index + part.length);
  }
  group = { left: [group, ...outer.splice(0)].reduce((sum, one) => sum + sizeOf(one), 0), rest: 0 };
  const start = from;
  for (const { index, 0: part } of text.slice(start).matchAll(PARTS_AFTER_SLASH))
    next(part, start + index + part.length);
  return sizeOf(group) + text.length - from;
}
