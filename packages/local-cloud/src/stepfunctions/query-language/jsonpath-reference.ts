import { StatesError } from '../engine/states-error.ts';

/** What a path's first part stands for: `$` the data, `$$` the context object, `$name` a variable. */
export interface PathRoots {
  readonly data: unknown;
  context(): unknown;
  variable(name: string): { readonly value: unknown } | undefined;
}

const ROOT = /^\$(\$|[A-Za-z_][A-Za-z0-9_]*)?/;
const STEP = /^(?:\.([^.[\]'"*?@$()\s,]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\])/;

interface ReferencePath {
  readonly root: string;
  readonly steps: readonly (string | number)[];
}

/** A reference path (no filters, wildcards or intrinsic functions), or undefined when it is something else. */
export function parseReferencePath(path: string): ReferencePath | undefined {
  const root = ROOT.exec(path);
  if (!root) return undefined;
  const steps: (string | number)[] = [];
  let rest = path.slice(root[0].length);
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (!step) return undefined;
    steps.push(step[2] !== undefined ? Number(step[2]) : (step[1] ?? (step[3] ?? '').replace(/\\(['\\])/g, '$1')));
    rest = rest.slice(step[0].length);
  }
  return { root: root[1] ?? '', steps };
}

export function readPath(path: string, roots: PathRoots): unknown {
  const parsed = parseReferencePath(path);
  if (!parsed) throw new StatesError('States.Runtime', `Invalid path '${path}': only reference paths are hosted.`);
  let value: unknown;
  if (parsed.root === '') value = roots.data;
  else if (parsed.root === '$') value = roots.context();
  else value = found(roots.variable(parsed.root), path).value;
  for (const step of parsed.steps) {
    const holder = value as Record<string | number, unknown> | null;
    const steppable =
      holder !== null && typeof holder === 'object' && Array.isArray(holder) === (typeof step === 'number');
    if (!steppable || !Object.hasOwn(holder, step)) throw missing(path, roots.data);
    value = holder[step];
  }
  return value;

  function found<Value>(variable: Value | undefined, name: string): Value {
    if (variable === undefined) throw missing(name, roots.data);
    return variable;
  }
}

function missing(path: string, data: unknown): StatesError {
  return new StatesError(
    'States.Runtime',
    `The JSONPath '${path}' specified could not be found in the input '${JSON.stringify(data)}'`,
  );
}

/** A copy of `data` with `value` put where a ResultPath says; objects on the way are made when missing. */
export function writePath(data: unknown, path: string, value: unknown): unknown {
  const parsed = parseReferencePath(path);
  if (parsed?.root !== '') {
    throw new StatesError('States.ResultPathMatchFailure', `Unable to apply ReferencePath ${path} to the input.`);
  }
  const put = (holder: unknown, [step, ...rest]: readonly (string | number)[]): unknown => {
    if (step === undefined) return value;
    const object = holder !== null && typeof holder === 'object' && !Array.isArray(holder) ? holder : undefined;
    if (holder !== undefined && !object) {
      throw new StatesError('States.ResultPathMatchFailure', `Unable to apply ReferencePath ${path} to the input.`);
    }
    return { ...object, [step]: put((object as Record<string, unknown> | undefined)?.[step], rest) };
  };
  return put(data, parsed.steps);
}
