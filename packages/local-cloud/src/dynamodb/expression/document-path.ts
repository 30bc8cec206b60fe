import { type AttributeValue, attribute, type Item } from '../attribute-value.ts';

/** `a.b[2]` is `['a', 'b', 2]`. The first step is always a name. */
export type DocumentPath = readonly (string | number)[];

/** As error messages print it: `[a, b, [2]]` */
export const printPath = (path: DocumentPath): string =>
  `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`;

export function valueAt(item: Item | undefined, path: DocumentPath): AttributeValue | undefined {
  let value: AttributeValue | undefined = item && { M: item };
  for (const step of path) {
    value = typeof step === 'number' ? value?.L?.[step] : attribute(value?.M, step);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Gives `replace` what is at the path; its answer takes the place, or `undefined` removes it. */
export type Replace = (old: AttributeValue | undefined) => AttributeValue | undefined;

/** The item with one value changed; the rest is shared with the old one. `undefined` when the path's parent is not there. */
export function replaceAt(item: Item, path: DocumentPath, replace: Replace): Item | undefined {
  return replaceIn({ M: item }, path, replace)?.M;
}

function replaceIn(parent: AttributeValue, path: DocumentPath, replace: Replace): AttributeValue | undefined {
  const [step, ...rest] = path;
  if (typeof step === 'number') {
    if (!parent.L) return undefined;
    const old = parent.L[step];
    const value = rest.length === 0 ? replace(old) : old && replaceIn(old, rest, replace);
    if (value === undefined && rest.length > 0) return undefined;
    if (value === undefined) return { L: parent.L.filter((_, index) => index !== step) };
    // An index beyond the end appends.
    return { L: step < parent.L.length ? parent.L.with(step, value) : [...parent.L, value] };
  }
  if (!parent.M || step === undefined) return undefined;
  const old = attribute(parent.M, step);
  const value = rest.length === 0 ? replace(old) : old && replaceIn(old, rest, replace);
  if (value === undefined && rest.length > 0) return undefined;
  if (value === undefined) {
    const { [step]: _, ...others } = parent.M;
    return { M: others };
  }
  return { M: { ...parent.M, [step]: value } };
}

/** What is wrong with using both paths in one expression, if anything. */
export function clash(one: DocumentPath, two: DocumentPath): 'overlap' | 'conflict' | undefined {
  const shared = Math.min(one.length, two.length);
  for (let index = 0; index < shared; index++) {
    if (typeof one[index] !== typeof two[index]) return 'conflict';
    if (one[index] !== two[index]) return undefined;
  }
  return 'overlap';
}
