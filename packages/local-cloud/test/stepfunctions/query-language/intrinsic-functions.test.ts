import { describe, expect, it } from 'vitest';
import { compileReference, evaluateReference } from '../../../src/stepfunctions/query-language/payload-template.ts';

const roots = {
  data: { list: [3, 1, 3, { a: 1 }, { a: 1 }], text: 'a b', half: -1.5, deep: { list: [1, { x: null }] } },
  context: () => ({}),
  variable: () => undefined,
};
const call = (text: string) => evaluateReference(text, roots);

describe('an intrinsic function', () => {
  it.each([
    ["States.Format('{} of {}', $.text, 3)", 'a b of 3'],
    ["States.Format('\\{\\} is not {}', true)", '{} is not true'],
    ["States.Format('{}', $.deep)", '{list=[1, {x=null}]}'],
    ["States.Format('It\\'s')", "It's"],
    ['States.Array()', []],
    ["States.Array(1, 'two', null, $.text)", [1, 'two', null, 'a b']],
    ['States.ArrayPartition($.list, 2)', [[3, 1], [3, { a: 1 }], [{ a: 1 }]]],
    ['States.ArrayContains($.list, 1)', true],
    ['States.ArrayRange(1, 9, 4)', [1, 5, 9]],
    ['States.ArrayRange(3, 1, -1)', [3, 2, 1]],
    ['States.ArrayGetItem($.list, 1)', 1],
    ['States.ArrayLength($.list)', 5],
    ['States.ArrayUnique($.list)', [3, 1, { a: 1 }]],
    ['States.Base64Encode($.text)', 'YSBi'],
    ["States.Base64Decode('YSBi')", 'a b'],
    ["States.Hash('a', 'MD5')", '0cc175b9c0f1b6a831c399e269772661'],
    ['States.JsonMerge($.deep, States.StringToJson(\'{"more":1}\'), false)', { list: [1, { x: null }], more: 1 }],
    ["States.StringToJson('[1]')", [1]],
    ["States.StringToJson(' ')", null],
    ['States.JsonToString($.deep)', '{"list":[1,{"x":null}]}'],
    ['States.MathAdd($.half, 1.5)', 1],
    ["States.StringSplit('1.2+3..', '.+')", ['1', '2', '3']],
    ['States.MathAdd(States.ArrayLength(States.Array(1, 2)), 1)', 3],
  ])('%s', (text, expected) => {
    expect(call(text)).toEqual(expected);
  });

  it('States.UUID gives a new one each time', () => {
    expect(call('States.UUID()')).toMatch(/^[0-9a-f-]{36}$/);
    expect(call('States.UUID()')).not.toBe(call('States.UUID()'));
  });

  it('States.MathRandom gives the same number for the same seed, from the start up to the end', () => {
    const numbers = Array.from({ length: 200 }, () => call('States.MathRandom(-2, 2)'));
    expect(new Set(numbers)).toEqual(new Set([-2, -1, 0, 1]));
    expect(call('States.MathRandom(1, 999, 7)')).toBe(call('States.MathRandom(1, 999, 7)'));
  });
});

describe('an intrinsic function fails', () => {
  it.each([
    ["States.Format('{} {}', 1)", '2 occurrences of {} and 1 arguments'],
    ['States.ArrayGetItem($.list, 5)', 'out of bounds'],
    ['States.ArrayRange(0, 5, 0)', 'must not be zero'],
    ['States.ArrayRange(0, 5000, 1)', '1000 is the most'],
    ['States.ArrayLength($.text)', '"a b" is not an array'],
    ["States.StringToJson('{')", 'JSON'],
    ["States.Hash('a', 'MD6')", 'MD6'],
    ['States.JsonMerge($.deep, $.deep, true)', 'shallow'],
    ["States.MathAdd('a', 1)", '"a" is not a number'],
  ])('%s', (text, message) => {
    expect(() => call(text)).toThrow(message);
  });

  it('with the path that leads nowhere', () => {
    expect(() => call("States.Format('{}', $.missing)")).toThrow("No results for path: $['missing']");
  });
});

describe('a text that is no call', () => {
  it.each([
    'States.Nothing()',
    'States.constructor()',
    'States.UUID',
    'States.UUID(1)',
    'States.Format()',
    "States.Format('a\\\"b')",
    "States.Format('{}', $.a",
    "States.Format('{}', a)",
    "States.StringToJson('{}') more",
  ])('%s is refused', (text) => {
    expect(() => compileReference(text)).toThrow(/expected/);
  });
});
