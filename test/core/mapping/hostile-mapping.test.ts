import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { evaluateMapping } from '../../../core/mapping/evaluate-mapping.ts';

const evaluate = (expression: string, root: unknown = {}) =>
  evaluateMapping({ expression, field: 'agentInputMapping', maxBytes: 262_144 }, root);

describe('a mapping that can loop', () => {
  it('is evaluated all the same', async () => {
    expect(await evaluate('$map(xs, function($x){ $x * 2 })', { xs: [1, 2, 3] })).toEqual([2, 4, 6]);
    expect(await evaluate('$replace(t, /[aeiou]/, "-")', { t: 'rollcall' })).toBe('r-llc-ll');
    expect(await evaluate('$pad(t, -4, "#0")', { t: 'x' })).toBe('#0#x');
  });

  it('is evaluated for many rows side by side in one process', async () => {
    const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').length;
    const before = children();
    const rows = Array.from({ length: 30 }, (_, n) => n);
    const double = (n: number) => evaluate('$map([n], function($x){ n = 7 ? $error("seven") : $x * 2 })', { n });
    const values = await Promise.all(rows.map((n) => double(n).catch(({ name }: Error) => name)));
    expect(values).toEqual(rows.map((n) => (n === 7 ? 'MappingFailed' : n * 2)));
    expect(children()).toBeLessThanOrEqual(before + 1);
  });

  it('reports its own errors', async () => {
    await expect(evaluate('$map([1], function($x){ $x & $error("bad") })')).rejects.toMatchObject({
      name: 'MappingFailed',
      message: expect.stringContaining('bad'),
    });
  });
});

describe('a hostile mapping', () => {
  it.each([
    ['brackets', `${'['.repeat(8_000)}1${']'.repeat(8_000)}`],
    ['parentheses', `${'('.repeat(8_000)}1${')'.repeat(8_000)}`],
    ['objects', `${'{"a":'.repeat(2_700)}1${'}'.repeat(2_700)}`],
    ['signs', `${'-'.repeat(16_000)}1`],
    ['terms', `${'1+'.repeat(8_000)}1`],
    ['conditions', `${'1?'.repeat(4_000)}1${':1'.repeat(4_000)}`],
    ['steps', `a${'.a'.repeat(8_000)}`],
  ])('of thousands of %s is refused or evaluated, and its thread lives', async (_what, expression) => {
    const outcome = await evaluate(expression).catch((error: Error) => error.name);
    if (typeof outcome === 'string') expect(outcome).toMatch(/^Mapping(Syntax|Failed|Timeout)$/);
    expect(await evaluate('1 + 1')).toBe(2);
  });

  it.each([
    ['recurses for ever', '($f := function($x){ 1 + $f($x) }; $f(1))'],
    ['loops for ever in its tail', '($f := function($x){ $f($x + 1) }; $f(1))'],
    ['ranges over ten million', '$map([1..10000000], function($x){ $x })'],
    ['ranges over millions, many times', '[[1..9000000],[1..9000000],[1..9000000],[1..9000000],[1..9000000]]'],
    ['pads to a gigabyte', '$pad("x", 1000000000)'],
    ['doubles a text', '($f := function($s, $n){ $n = 0 ? $s : $f($s & $s, $n - 1) }; $length($f("xxxxxxxx", 40)))'],
    ['doubles an array', '($f := function($s, $n){ $n = 0 ? $s : $f($append($s, $s), $n - 1) }; $count($f([1], 40)))'],
    ['joins with a huge separator', '($s := $pad("", 6000000, "x"); $join([1..1000].("a"), $s))'],
  ])('that %s costs its row only', async (_what, expression) => {
    await expect(evaluate(expression)).rejects.toMatchObject({
      name: expect.stringMatching(/^Mapping(Timeout|Failed)$/),
    });
    expect(await evaluate('$map([1], function($x){ $x + 1 })')).toBe(2);
  });

  it.each([
    ['backtracks for ever', '$match(t, /^(a+)+$/)'],
    ['waits for ever', '{"then": /a/}'],
  ])('that %s is stopped after 5.5 s, and the rows beside it are evaluated', async (_what, expression) => {
    expect(await evaluate('$map([1], function($x){ $x })')).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let ended: unknown;
      const evaluation = evaluate(expression, { t: `${'a'.repeat(40)}!` }).catch((error) => (ended = error));
      const beside = evaluate('$map([1], function($x){ $x + 1 })');
      // The process is in the middle of the match by then; should it not be, it is ended all the same.
      await sleep(200);
      await vi.advanceTimersByTimeAsync(5_499);
      expect(ended).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      await evaluation;
      expect(ended).toMatchObject({ name: 'MappingTimeout' });
      expect(await beside).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('whose value is small to hold and endless to write is refused', async () => {
    const expression = '($f := function($s, $n){ $n = 0 ? $s : $f({"a": $s, "b": $s}, $n - 1) }; $f("x", 60))';
    await expect(evaluate(expression)).rejects.toMatchObject({ name: 'MappingFailed' });
  });
});

describe('an expression that reaches for JavaScript', () => {
  it.each([
    [
      'a constructor by way of a getter',
      '($g := input.($lookup($,"__lookupGetter__")("__proto__")); $i := ($map.*)[1]; $p := $i.($g()); $c := $lookup($p,"constructor"); $f := $c("return 7"); $f())',
    ],
    ['a built-in behind its signature', '$spread($sum).implementation'],
    ['a function that a row forged', 'input.call(1)'],
    ['a function that a copy of a row forged', '(input ~> |call|{"a":1}|).call(1)'],
  ])('as %s fails', async (_what, expression) => {
    const call = { _jsonata_lambda: true, arguments: [], body: { type: 'string', value: 'ran' } };
    await expect(evaluate(expression, { input: { call } })).rejects.toMatchObject({ name: 'MappingFailed' });
  });

  it('sees the marks of a function in a row as data', async () => {
    const input = { list: [{ _jsonata_lambda: true, a: 1 }, { _jsonata_function: true }] };
    for (const expression of ['input', '(input)', 'input ~> |list|{}|']) {
      expect(await evaluate(expression, { input })).toEqual(input);
    }
    expect(await evaluate('input.list.a', { input })).toBe(1);
  });

  it('that makes a list larger than any memory costs its row only', async () => {
    const items = Array.from({ length: 15_000 }, (_, index) => index);
    const failed = { name: 'MappingTimeout' };
    await expect(evaluate('{"n": $count(input.items.$$.input.items)}', { input: { items } })).rejects.toMatchObject(
      failed,
    );
    expect(await evaluate('$count(input.items)', { input: { items } })).toBe(15_000);
  });

  it.each([
    ['brackets', (text: string) => `(${text}??1)`],
    ['a transform', (text: string) => `|${text}|1|??1`],
    ['a transform with a list', (text: string) => `|a|${text},"b"|?:1`],
    ['arguments', (text: string) => `$f(${text},1)??1`],
    ['the left part of a path', (text: string) => `(${text}).b??1`],
    ['brackets behind a regular expression like a text', (text: string) => `(${text} & $match("a", /"/))??1`],
    ['brackets behind a comment', (text: string) => `/*"*/(${text}??1)`],
  ])('and doubles itself while it is read is refused: %s', async (_, wrap) => {
    const doubled = Array.from({ length: 40 }).reduce<string>(wrap, 'a');
    await expect(evaluate(doubled)).rejects.toMatchObject({ name: 'MappingSyntax' });
  });

  it('and has many defaults beside each other is read', async () => {
    const fields = (value: (n: number) => string) =>
      `{ ${Array.from({ length: 40 }, (_, n) => `"k${n}": ${value(n)}`)} }`;
    expect(await evaluate(fields((n) => `a ?? ${n}`))).toMatchObject({ k39: 39 });
    expect(await evaluate(fields((n) => `(a ?? ${n}) + 1`))).toMatchObject({ k39: 40 });
  });
});
