import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppendLog } from '../../src/store/append-log.ts';
import { DurableMap } from '../../src/store/durable-map.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'append-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(path: string, snapshot: () => unknown[] = () => []) {
  const seen: unknown[] = [];
  const log = new AppendLog<unknown>({ path, replay: (entry) => seen.push(entry), snapshot });
  return { log, seen };
}

describe('an append-only log', () => {
  it('gives back what was appended, in order, and keeps it from other users', () => {
    const path = join(folder, 'deep', 'log.jsonl');
    const { log } = open(path);
    log.append({ a: 1 });
    log.append({ text: 'two\nlines, ünïcode' });
    log.close();
    expect(open(path).seen).toEqual([{ a: 1 }, { text: 'two\nlines, ünïcode' }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('drops a last line that a crash cut short, and goes on after it', () => {
    const path = join(folder, 'log.jsonl');
    const first = open(path);
    first.log.append({ n: 1 });
    first.log.close();
    appendFileSync(path, '{"n":2');
    const second = open(path);
    expect(second.seen).toEqual([{ n: 1 }]);
    second.log.append({ n: 3 });
    second.log.close();
    expect(open(path).seen).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('keeps entries that belong together whole: cut anywhere, all are there or none', () => {
    const path = join(folder, 'log.jsonl');
    const { log } = open(path);
    log.append({ n: 0 });
    log.appendAll([{ n: 1 }, { n: 2 }, { n: 3 }]);
    log.close();
    const whole = readFileSync(path);
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const { seen, log: reopened } = open(path);
      reopened.close();
      expect([0, 1, 4]).toContain(seen.length);
    }
  });

  it('says which file is damaged when a line in the middle is not JSON', () => {
    const path = join(folder, 'log.jsonl');
    writeFileSync(path, '{"n":1}\nnot json\n{"n":2}\n');
    expect(() => open(path)).toThrow(/log\.jsonl holds a line that is not JSON/);
  });

  it('rewrites itself from the snapshot once it has grown', () => {
    const path = join(folder, 'log.jsonl');
    const last = { n: 9, text: 'x'.repeat(1000) };
    const { log } = open(path, () => [last]);
    for (let n = 0; n < 5000; n++) log.append(last);
    log.close();
    expect(statSync(path).size).toBeLessThan(4.5 * 1024 * 1024);
    expect(open(path).seen.length).toBeLessThan(4500);
  });

  it('reads lines longer than its read buffer', () => {
    const path = join(folder, 'log.jsonl');
    const { log } = open(path);
    const entries = [{ a: 'x'.repeat(2_500_000) }, { b: 'é'.repeat(700_000) }, { c: 1 }];
    for (const entry of entries) log.append(entry);
    log.close();
    expect(open(path).seen).toEqual(entries);
  });
});

describe('a durable map', () => {
  it('holds after reopening what an ordinary Map would hold', () => {
    const change = fc.record({ key: fc.constantFrom('a', 'b', 'c', '__proto__'), value: fc.option(fc.integer()) });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const path = join(folder, `${Math.random()}.jsonl`);
        const model = new Map<string, number>();
        const map = new DurableMap<number>(path);
        for (const { key, value } of changes) {
          if (value === null) expect(map.delete(key)).toBe(model.delete(key));
          else {
            map.set(key, value);
            model.set(key, value);
          }
        }
        map.close();
        const reopened = new DurableMap<number>(path);
        expect([...reopened.keys()].map((key) => [key, reopened.get(key)])).toEqual([...model]);
        reopened.close();
      }),
      { numRuns: 50 },
    );
  });
});
