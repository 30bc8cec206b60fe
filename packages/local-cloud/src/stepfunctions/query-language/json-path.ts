import { FUNCTIONS } from './json-path-functions.ts';
import type { JsonPath, Step } from './json-path-syntax.ts';

/** What a path's first part stands for: `$` the data, `$$` the context object, `$name` a variable. */
export interface PathRoots {
  readonly data: unknown;
  context(): unknown;
  variable(name: string): { readonly value: unknown } | undefined;
}

/** There is nothing where a path leads. The message is that of the Java library AWS uses. */
export class PathNotFound extends Error {}

/** The value at a path that names one place, or the list of all that another finds, which may be empty. */
export function findPath(path: JsonPath, roots: PathRoots): unknown {
  return findFrom(path, rootOf(path, roots), roots);
}

function rootOf({ root, text }: JsonPath, roots: PathRoots): unknown {
  if (root === '') return roots.data;
  if (root === '$') return roots.context();
  const variable = roots.variable(root);
  if (!variable) throw new PathNotFound(`No results for path: ${text}`);
  return variable.value;
}

function findFrom(path: JsonPath, start: unknown, roots: PathRoots): unknown {
  try {
    const found = walk(path, start, roots);
    if (!path.definite) return found;
    if (found.length === 0) throw new PathNotFound(`No results for path: ${written(path.steps)}`);
    return found[0];
  } catch (error) {
    if (!path.definite && error instanceof PathNotFound) return [];
    throw error;
  }
}

function walk({ steps }: JsonPath, start: unknown, roots: PathRoots): unknown[] {
  let values: unknown[] = [start];
  // While each step before led to one place, a step that leads nowhere is an error; later it only finds nothing.
  let certain = true;
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1;
    if (step.kind === 'function') {
      const result = FUNCTIONS[step.name]?.(certain ? values[0] : values);
      return result === undefined ? [] : [result];
    }
    if (step.kind === 'descend') {
      values = values.flatMap((value) => containers(value));
      certain = false;
      continue;
    }
    if (certain) checkStep(step, values[0], steps, index);
    const descended = steps[index - 1]?.kind === 'descend';
    values = values.flatMap((value) => take(step, value, { roots, last, descended }));
    if (certain && values.length === 0 && !last) {
      throw new PathNotFound(`Missing property in path ${written(steps, index)}`);
    }
    certain &&=
      (step.kind === 'names' && step.names.length === 1) || (step.kind === 'indexes' && step.indexes.length === 1);
  }
  return values;
}

function checkStep(step: Step, value: unknown, steps: readonly Step[], index: number): void {
  const here = written(steps, index - 1);
  if (step.kind === 'names' && !isObject(value)) {
    throw new PathNotFound(
      `Expected to find an object with property ${written([step]).slice(1)} in path ${here} but found '${typeName(value)}'.`,
    );
  }
  if ((step.kind === 'indexes' || step.kind === 'slice') && !Array.isArray(value)) {
    throw new PathNotFound(
      value === null
        ? `The path ${here} is null`
        : `Filter: ${written([step]).slice(1)} can only be applied to arrays. Current context is: ${JSON.stringify(value)}`,
    );
  }
}

interface Taking {
  readonly roots: PathRoots;
  readonly last: boolean;
  readonly descended: boolean;
}

/** What one step finds in one value. */
function take(step: Step, value: unknown, { roots, last, descended }: Taking): unknown[] {
  switch (step.kind) {
    case 'names': {
      if (!isObject(value)) return [];
      const present = step.names.filter((name) => Object.hasOwn(value, name));
      if (step.names.length > 1 && last) return [Object.fromEntries(present.map((name) => [name, value[name]]))];
      return present.map((name) => value[name]);
    }
    case 'indexes':
      return Array.isArray(value) ? step.indexes.flatMap((index) => itemAt(value, index)) : [];
    case 'slice':
      return Array.isArray(value) ? value.slice(step.from, step.to) : [];
    case 'all':
      return value !== null && typeof value === 'object' ? Object.values(value) : [];
    case 'filter': {
      const passes = (item: unknown) =>
        step.filter({
          find: (path) => {
            try {
              return path.root === '@' ? findFrom(path, item, roots) : findPath(path, roots);
            } catch (error) {
              if (error instanceof PathNotFound) return undefined;
              throw error;
            }
          },
        });
      // After `..` each item of a list is looked at by itself.
      if (Array.isArray(value)) return descended ? [] : value.filter(passes);
      return isObject(value) && passes(value) ? [value] : [];
    }
    default:
      return [];
  }
}

const itemAt = (items: readonly unknown[], index: number): unknown[] => {
  const at = index < 0 ? items.length + index : index;
  return at >= 0 && at < items.length ? [items[at]] : [];
};

/** A value and all objects and lists in it, outer ones first. */
function containers(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** A path as the library writes it: `$['items'][0]['name']`. */
function written(steps: readonly Step[], upTo = steps.length - 1): string {
  return `$${steps
    .slice(0, upTo + 1)
    .map((step) => {
      if (step.kind === 'names') return `[${step.names.map((name) => `'${name}'`).join(',')}]`;
      if (step.kind === 'indexes') return `[${step.indexes.join(',')}]`;
      if (step.kind === 'slice') return `[${step.from ?? ''}:${step.to ?? ''}]`;
      if (step.kind === 'function') return `.${step.name}()`;
      return { all: '[*]', descend: '..', filter: '[?]' }[step.kind];
    })
    .join('')}`;
}
