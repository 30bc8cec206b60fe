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

  it('is evaluated for many rows side by side in one thread', async () => {
    const threads = () => (process.report.getReport() as { workers: unknown[] }).workers.length;
    const before = threads();
    const rows = Array.from({ length: 30 }, (_, n) => n);
    const double = (n: number) => evaluate('$map([n], function($x){ n = 7 ? $error("seven") : $x * 2 })', { n });
    const values = await Promise.all(rows.map((n) => double(n).catch(({ name }: Error) => name)));
    expect(values).toEqual(rows.map((n) => (n === 7 ? 'MappingFailed' : n * 2)));
    expect(threads()).toBeLessThanOrEqual(before + 1);
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

  it('that backtracks for ever is stopped after 5.5 s, by ending its thread', async () => {
    expect(await evaluate('$map([1], function($x){ $x })')).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let ended: unknown;
      const evaluation = evaluate('$match(t, /^(a+)+$/)', { t: `${'a'.repeat(40)}!` }).catch(
        (error) => (ended = error),
      );
      // The thread is in the middle of the match by then; should it not be, it is ended all the same.
      await sleep(200);
      await vi.advanceTimersByTimeAsync(5_499);
      expect(ended).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      await evaluation;
      expect(ended).toMatchObject({ name: 'MappingTimeout' });
    } finally {
      vi.useRealTimers();
    }
    expect(await evaluate('$map([1], function($x){ $x + 1 })')).toBe(2);
  });

  it('whose value is small to hold and endless to write is refused', async () => {
    const expression = '($f := function($s, $n){ $n = 0 ? $s : $f({"a": $s, "b": $s}, $n - 1) }; $f("x", 60))';
    await expect(evaluate(expression)).rejects.toMatchObject({ name: 'MappingFailed' });
  });
});
