import { isObject } from '../json.ts';
import { ScoringError } from './compare.ts';

export type Path = readonly (string | number)[];

/** `order.items[0].id`, and `["a.b"]` for names with dots in them. */
export function parsePath(text: string): Path {
  const parts: (string | number)[] = [];
  const step = /\.?([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y;
  while (step.lastIndex < text.length) {
    const at = step.lastIndex;
    const found = step.exec(text);
    if (!found) throw new ScoringError(`The path ${JSON.stringify(text)} cannot be read at character ${at + 1}.`);
    const [, name, index, quoted] = found;
    if (index !== undefined) parts.push(Number(index));
    else parts.push(name ?? JSON.parse(`"${quoted}"`));
  }
  return parts;
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (typeof part === 'number') value = Array.isArray(value) ? value[part] : undefined;
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** All paths to values that hold no others. */
export function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (members.length === 0) yield path;
  for (const [key, member] of members) yield* leavesOf(member, [...path, key]);
}

export const describePath = (path: Path): string =>
  path.length === 0
    ? 'the whole value'
    : path
        .map((part, index) => {
          if (typeof part === 'number') return `[${part}]`;
          if (/[.[\]"]/.test(part)) return `[${JSON.stringify(part)}]`;
          return index === 0 ? part : `.${part}`;
        })
        .join('');
