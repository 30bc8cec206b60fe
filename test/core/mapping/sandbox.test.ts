import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inSandbox, withSandbox } from '../../../core/sandbox/sandbox.ts';

const evaluate = (expression: string, root: object = {}) =>
  inSandbox('expressions', { mapping: { expression, field: 'f', maxBytes: 1_000_000 }, root });
const children = (): number =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).length;

describe('a sandbox', () => {
  it('answers the tasks beside the one that ends its process', async () => {
    // A text of 2^27 characters, written as JSON, is more than the heap.
    const bomb = '($f := function($s, $n){ $n = 0 ? $s : $f([$s, $s], $n - 1) }; $string($f(input, 20)))';
    await withSandbox(async () => {
      const input = 'x'.repeat(1_000);
      const all = [evaluate('1 + 1'), evaluate(bomb, { input }), evaluate('2 + 2'), evaluate('3 + 3')];
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.name))).toEqual(
        [2, 'SandboxError', 4, 6],
      );
    });
  });

  it('ends with its work, and takes unfinished tasks along', async () => {
    const before = children();
    let left: Promise<unknown>[] = [];
    await withSandbox(async () => {
      await evaluate('1');
      left = ['($f := function($x){ $f($x + 1) }; $f(1))', '2'].map((text) => evaluate(text));
      for (const one of left) one.catch(() => {});
    });
    const outcomes = await Promise.allSettled(left);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect.poll(children).toBeLessThanOrEqual(before);
  });

  it('has no environment, no rights and no code from text', async () => {
    await withSandbox(async () => {
      await evaluate('1 + 1');
      const started = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
      const lines = started.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
      const at = lines.findIndex((line) => line.some((word) => word.endsWith('expressions.cjs')));
      expect(readFileSync(`/proc/${started[at]}/environ`, 'utf8')).toBe('');
      expect(lines[at]).toEqual(
        expect.arrayContaining([
          '--disallow-code-generation-from-strings',
          '--disable-proto=delete',
          expect.stringMatching(/^--(experimental-)?permission$/),
          expect.stringMatching(/^--allow-fs-read=.*expressions\.cjs$/),
        ]),
      );
    });
  });
});
