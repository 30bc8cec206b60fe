import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPath } from '../../../src/stepfunctions/query-language/json-path.ts';
import { parseJsonPath } from '../../../src/stepfunctions/query-language/json-path-syntax.ts';
import { writePath } from '../../../src/stepfunctions/query-language/reference-path.ts';

const data = {
  a: { b: [10, { 'c d': 1 }] },
  books: [
    { title: 'A', price: 8, tags: ['x'], isbn: 1 },
    { title: 'B', price: 12, tags: ['x', 'y'] },
    { title: 'C', price: '8' },
  ],
  'delivery-partner': 'UQS',
  'aws:tag': { '@type': 'T' },
  limit: 10,
  none: null,
  numbers: [1, 2, 3, 4],
};
const roots = {
  data,
  context: () => ({ State: { Name: 'X' } }),
  variable: (name: string) => (name === 'v' ? { value: { w: 2 } } : undefined),
};
const find = (path: string, from: unknown = data) => findPath(parseJsonPath(path), { ...roots, data: from });

describe('a path to one place', () => {
  it.each([
    ['$', data],
    ['$.a.b[0]', 10],
    ["$.a.b[1]['c d']", 1],
    ['$["a"]["b"][-2]', 10],
    ['$.delivery-partner', 'UQS'],
    ['$.aws:tag.@type', 'T'],
    ['$.none', null],
    ['$$.State.Name', 'X'],
    ['$v.w', 2],
    ["$['limit','none']", { limit: 10, none: null }],
  ])('%s gives what is there', (path, expected) => {
    expect(find(path)).toEqual(expected);
  });

  it.each([
    ['$.missing', "No results for path: $['missing']"],
    ['$.a.b[9]', "No results for path: $['a']['b'][9]"],
    ['$.no.such.path', "Missing property in path $['no']"],
    ['$.limit.x', "Expected to find an object with property ['x'] in path $['limit'] but found 'number'."],
    ['$.none[0]', "The path $['none'] is null"],
    ['$nothing', 'No results for path: $nothing'],
  ])('%s leads nowhere', (path, message) => {
    expect(() => find(path)).toThrow(message);
  });
});

describe('a path to many places gives a list', () => {
  it.each([
    ['$.books[*].title', ['A', 'B', 'C']],
    ['$.books[0,2].title', ['A', 'C']],
    ['$.books[1:].title', ['B', 'C']],
    ['$.books[:-1].title', ['A', 'B']],
    ['$..title', ['A', 'B', 'C']],
    ["$..['c d']", [1]],
    ['$..tags[0]', ['x', 'x']],
    ['$..tags.*', ['x', 'x', 'y']],
    ['$.a.*', [[10, { 'c d': 1 }]]],
    ['$.books[*].isbn', [1]],
    ['$.missing[*].title', []],
    ['$..missing', []],
    ['$.limit[*]', []],
    ["$['a','none'].b", [[10, { 'c d': 1 }]]],
  ])('%s', (path, expected) => {
    expect(find(path)).toEqual(expected);
  });
});

describe('a filter', () => {
  it.each([
    ['@.isbn', ['A']],
    ['!@.isbn', ['B', 'C']],
    ['@.price < 10', ['A']],
    ['@.price < $.limit', ['A']],
    ['@.price >= 8 && @.price <= 12', ['A', 'B']],
    ['@.title == "B" || @.title == \'C\'', ['B', 'C']],
    ['(@.price == 12 || @.isbn) && !(@.title == "A")', ['B']],
    ['@.price == 8', ['A', 'C']],
    ['@.price === 8', ['A']],
    ['@.title != "A"', ['B', 'C']],
    ['@.title =~ /[ab]/i', ['A', 'B']],
    ["@.title in ['A', 'C']", ['A', 'C']],
    ["@.title nin ['A', 'C']", ['B']],
    ["@.tags contains 'y'", ['B']],
    ["@.tags anyof ['y', 'z']", ['B']],
    ["@.tags noneof ['y']", ['A', 'C']],
    ["@.tags subsetof ['x']", ['A']],
    ['@.tags size 2', ['B']],
    ['@.tags empty false', ['A', 'B']],
    ['@.missing == null', []],
  ])('[?(%s)] selects', (filter, expected) => {
    expect(find(`$.books[?(${filter})].title`)).toEqual(expected);
  });

  it('after .. looks at each object once', () => {
    expect(find('$..[?(@.price == 12)].title')).toEqual(['B']);
  });
});

describe('a function at the end of a path', () => {
  it.each([
    ['$.numbers.length()', 4],
    ['$.numbers.sum()', 10],
    ['$.numbers.avg()', 2.5],
    ['$.numbers.min()', 1],
    ['$.numbers.max()', 4],
    ['$.numbers.last()', 4],
    ['$..isbn.sum()', 1],
    ['$.a.keys()', ['b']],
    ['$.delivery-partner.length()', 3],
  ])('%s gives one value', (path, expected) => {
    expect(find(path)).toEqual(expected);
  });
});

describe('a text that is no path', () => {
  it.each([
    'a',
    '',
    '$.',
    '$..',
    '$.a[',
    '$.a b',
    "$['a]",
    '$.a[?(@.b ==)]',
    '$.a.unknown()',
    '$.a.constructor()',
    '$.a[x]',
    '$.a[?(@.b =~ /(/)]',
  ])('%j is refused', (path) => {
    expect(() => parseJsonPath(path)).toThrow(/expected/);
  });
});

describe('writing at a reference path', () => {
  it('reads what was written, and leaves the rest alone', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (names, value) => {
        const path = `$.${names.join('.')}`;
        const before = { KEPT: true };
        const written = writePath(before, path, value);
        expect(find(path, written)).toEqual(value);
        expect(written).toMatchObject({ KEPT: true });
        expect(before).toEqual({ KEPT: true });
      }),
    );
  });

  it('changes an item of a list where it is', () => {
    expect(writePath({ list: [1, 2] }, '$.list[1]', 'new')).toEqual({ list: [1, 'new'] });
  });

  it.each([
    ['text', '$.x'],
    [[1], '$.x'],
    [{ x: 1 }, '$.x.y'],
    [{ list: [] }, '$.list[0]'],
    [{}, '$.list[0]'],
  ])('in %j is refused at %s', (before, path) => {
    expect(() => writePath(before, path, 1)).toThrow('Unable to apply ReferencePath');
  });
});
