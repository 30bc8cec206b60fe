import { Cursor } from './cursor.ts';
import { type Filter, readFilter } from './json-path-filter.ts';
import { FUNCTIONS } from './json-path-functions.ts';

/** One part of a path after its root. */
export type Step =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indexes'; readonly indexes: readonly number[] }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number }
  | { readonly kind: 'all' }
  /** `..`: the next step is tried on everything below. */
  | { readonly kind: 'descend' }
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'function'; readonly name: string };

export interface JsonPath {
  readonly text: string;
  /** '' is the data, '$' the context object, '@' the item a filter looks at; anything else names a variable. */
  readonly root: string;
  readonly steps: readonly Step[];
  /** Names one place: its value is what is there. Other paths give a list of all they find. */
  readonly definite: boolean;
}

const ROOT = /\$(\$|[\p{ID_Start}_][\p{ID_Continue}]*)?|@/uy;
const NAME = /\.([^.[\]'"*()\s,]+)/y;
/** Inside a filter a name also ends where an operator begins. */
const NAME_IN_FILTER = /\.([^.[\]'"*()\s,=!<>&|~]+)/y;
const NAME_AFTER_DESCENT = /([^.[\]'"*()\s,=!<>&|~]+)/y;
const DESCENT = /\.\./y;
const ALL = /\.?\*|\[\s*\*\s*\]/y;
const ALL_AFTER_DESCENT = /\*|\[\s*\*\s*\]/y;
const CALL = /\.(\w+)\(\s*\)/y;
const NAMES = /\[\s*((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:\s*,\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))*)\s*\]/y;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;
const INDEXES = /\[\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*\]/y;
const SLICE = /\[\s*(-?\d+)?\s*:\s*(-?\d+)?\s*\]/y;
const FILTER = /\[\s*\?\s*\(/y;
const FILTER_END = /\s*\)\s*\]/y;

/** Reads a path as far as it goes; what follows is the caller's. */
export function readJsonPath(cursor: Cursor, where: 'whole' | 'in filter' = 'whole'): JsonPath {
  const start = cursor.at;
  const root = cursor.expect(ROOT, 'a path that begins with $');
  const steps: Step[] = [];
  for (let step = readStep(cursor, undefined, where); step; step = readStep(cursor, step, where)) steps.push(step);
  if (steps.at(-1)?.kind === 'descend') cursor.fail('a name, * or [ after ..');
  return {
    text: cursor.text.slice(start, cursor.at),
    root: root[0] === '@' ? '@' : (root[1] ?? ''),
    steps,
    definite: isDefinite(steps),
  };
}

export function parseJsonPath(text: string): JsonPath {
  const cursor = new Cursor(text);
  const path = readJsonPath(cursor);
  if (!cursor.done) cursor.fail('the end of the path');
  return path;
}

function readStep(cursor: Cursor, before: Step | undefined, where: 'whole' | 'in filter'): Step | undefined {
  const descended = before?.kind === 'descend';
  if (!descended && cursor.take(DESCENT)) return { kind: 'descend' };
  if (cursor.take(descended ? ALL_AFTER_DESCENT : ALL)) return { kind: 'all' };
  const call = descended ? undefined : cursor.take(CALL);
  if (call) return Object.hasOwn(FUNCTIONS, call[1] as string) ? functionStep(call) : cursor.fail(KNOWN);
  const name = cursor.take(descended ? NAME_AFTER_DESCENT : where === 'whole' ? NAME : NAME_IN_FILTER);
  if (name) return { kind: 'names', names: [name[1] as string] };
  const names = cursor.take(NAMES);
  // A backslash is taken for itself before all but a quote of the same kind and a backslash.
  if (names) return { kind: 'names', names: [...(names[1] as string).matchAll(QUOTED)].map(unescapedName) };
  const indexes = cursor.take(INDEXES);
  if (indexes) return { kind: 'indexes', indexes: (indexes[1] as string).split(',').map(Number) };
  const slice = cursor.take(SLICE);
  if (slice) return { kind: 'slice', from: optionalNumber(slice[1]), to: optionalNumber(slice[2]) };
  if (!cursor.take(FILTER)) return undefined;
  const filter = readFilter(cursor);
  cursor.expect(FILTER_END, ')] after the filter');
  return { kind: 'filter', filter };
}

const functionStep = (call: RegExpExecArray): Step => ({ kind: 'function', name: call[1] as string });

const KNOWN = `one of the functions ${Object.keys(FUNCTIONS).join(', ')}`;

const unescapedName = ([, single, double]: RegExpMatchArray): string =>
  single === undefined ? (double ?? '').replace(/\\(["\\])/g, '$1') : single.replace(/\\(['\\])/g, '$1');

const optionalNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

function isDefinite(steps: readonly Step[]): boolean {
  if (steps.at(-1)?.kind === 'function') return true;
  return steps.every(
    (step, index) =>
      (step.kind === 'names' && (step.names.length === 1 || index === steps.length - 1)) ||
      (step.kind === 'indexes' && step.indexes.length === 1),
  );
}

/** "A Reference Path can only identify a single node": names and indexes, one at a time. */
export function isReferencePath(path: JsonPath): boolean {
  return path.steps.every(
    (step) =>
      (step.kind === 'names' && step.names.length === 1) || (step.kind === 'indexes' && step.indexes.length === 1),
  );
}
