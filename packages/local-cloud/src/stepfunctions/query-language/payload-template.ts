import { format, INTRINSICS, IntrinsicFailure } from './intrinsic-functions.ts';
import { type Argument, type IntrinsicCall, parseIntrinsic } from './intrinsic-syntax.ts';
import { findPath, PathNotFound, type PathRoots } from './json-path.ts';
import { type JsonPath, parseJsonPath } from './json-path-syntax.ts';

/** A path, or a call of an intrinsic function. */
type Compiled = { readonly kind: 'path'; readonly path: JsonPath } | IntrinsicCall;

const CACHE_SIZE = 5000;
const cache = new Map<string, Compiled>();

/** Throws a SyntaxProblem when the text is neither a JSONPath nor an intrinsic function call. */
export function compileReference(text: string): Compiled {
  let compiled = cache.get(text);
  if (!compiled) {
    compiled = text.startsWith('States.') ? parseIntrinsic(text) : { kind: 'path', path: parseJsonPath(text) };
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(text, compiled);
  }
  return compiled;
}

/** A path that leads nowhere, and the text it stands in. */
export class ReferenceNotFound extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** An intrinsic function that failed, and its call as it is written. */
export class CallFailed extends Error {
  readonly call: string;

  constructor(call: string, reason: string) {
    super(reason);
    this.call = call;
  }
}

/** What a path or an intrinsic function call gives. */
export function evaluateReference(text: string, roots: PathRoots): unknown {
  return evaluate(compileReference(text), roots);
}

function evaluate(part: Compiled | Argument, roots: PathRoots): unknown {
  switch (part.kind) {
    case 'path':
      try {
        return findPath(part.path, roots);
      } catch (error) {
        if (error instanceof PathNotFound) throw new ReferenceNotFound(part.path.text, error.message);
        throw error;
      }
    case 'constant':
      return part.value;
    case 'text':
      return part.raw.replace(/\\([\\'{}])/g, '$1');
    case 'call':
      return call(part, roots);
  }
}

function call({ text, name, arguments: args }: IntrinsicCall, roots: PathRoots): unknown {
  try {
    if (name !== 'Format') return INTRINSICS[name]?.(...args.map((arg) => evaluate(arg, roots)));
    const [template, ...rest] = args;
    const raw = template?.kind === 'text' ? template.raw : template && evaluate(template, roots);
    return format(
      String(raw),
      rest.map((arg) => evaluate(arg, roots)),
    );
  } catch (error) {
    if (error instanceof IntrinsicFailure) throw new CallFailed(text, error.message);
    throw error;
  }
}

/** Reads a member whose name ends in `.$`; `field` is that name, for errors. */
type Read = (reference: string, field: string) => unknown;

/** A payload template: each member whose name ends in `.$` holds a path or a call, and loses the ending. */
export function fillTemplate(template: unknown, read: Read): unknown {
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, read));
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) =>
      name.endsWith('.$') ? [name.slice(0, -2), read(String(value), name)] : [name, fillTemplate(value, read)],
    ),
  );
}
