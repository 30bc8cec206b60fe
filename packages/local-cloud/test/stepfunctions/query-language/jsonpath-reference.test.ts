import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseReferencePath,
  readPath,
  writePath,
} from '../../../src/stepfunctions/query-language/jsonpath-reference.ts';

const roots = {
  data: { a: { b: [10, { 'c d': 1 }] } },
  context: () => ({ State: { Name: 'X' } }),
  variable: (name: string) => (name === 'v' ? { value: { w: 2 } } : undefined),
};

describe('a reference path', () => {
  it.each([
    ['$', roots.data],
    ['$.a.b[0]', 10],
    ["$.a.b[1]['c d']", 1],
    ['$$.State.Name', 'X'],
    ['$v.w', 2],
  ])('%s is read', (path, expected) => {
    expect(readPath(path, roots)).toEqual(expected);
  });

  it.each(['$.a.x', '$.a.b[9]', '$nothing', '$.a.b.length'])('%s leads nowhere', (path) => {
    expect(() => readPath(path, roots)).toThrow('States.Runtime');
  });

  it.each(['a', '$.a[*]', '$..a', '$.a[?(@.b)]', "States.Format('{}')", '$.a[1:2]'])('%s is none', (path) => {
    expect(parseReferencePath(path)).toBeUndefined();
  });

  it('reads what was written, and leaves the rest alone', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (names, value) => {
        const path = `$.${names.join('.')}`;
        const data = { KEPT: true };
        const written = writePath(data, path, value);
        expect(readPath(path, { ...roots, data: written })).toEqual(value);
        expect(written).toMatchObject({ KEPT: true });
        expect(data).toEqual({ KEPT: true });
      }),
    );
  });
});
