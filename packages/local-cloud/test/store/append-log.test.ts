import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppendLog } from '../../src/store/append-log.ts';
import { onDamage, repairFolder } from '../../src/store/damaged-file.ts';
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

  it.each(['not json', 'null', '5', '"text"', '[1]', '[{},null]', '\0\0\0'])(
    'names the line when one in the middle is %j, and changes nothing',
    (broken) => {
      const path = join(folder, 'log.jsonl');
      const text = `{"n":1}\n${broken}\n{"n":2}\n`;
      writeFileSync(path, text);
      expect(() => open(path)).toThrow(/log\.jsonl, line 2, is damaged.*--repair/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('sets a broken last line aside and goes on without it', () => {
    const path = join(folder, 'log.jsonl');
    const notices: string[] = [];
    const stop = onDamage((sentence) => notices.push(sentence));
    writeFileSync(path, '{"n":1}\nnull\n');
    const { log, seen } = open(path, () => [{ n: 1 }]);
    log.append({ n: 2 });
    log.close();
    stop();
    expect(seen).toEqual([{ n: 1 }]);
    expect(open(path).seen).toEqual([{ n: 1 }, { n: 2 }]);
    expect(readFileSync(`${path}.set-aside`, 'utf8')).toBe('null\n');
    expect(notices).toEqual([expect.stringContaining('line 2, was damaged')]);
  });

  it('sets broken lines in the middle aside when it is to repair, and keeps all others', () => {
    const path = join(folder, 'log.jsonl');
    writeFileSync(path, '{"n":1}\n{"n":\n{"n":2}\nnull\n{"n":3}\n');
    const repaired = repairFolder(folder);
    const kept: unknown[] = [];
    new AppendLog<unknown>({ path, replay: (entry) => kept.push(entry), snapshot: () => kept }).close();
    repaired();
    expect(kept).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(open(path).seen).toEqual(kept);
    expect(readFileSync(`${path}.set-aside`, 'utf8')).toBe('{"n":\nnull\n');
  });

  it('names a line that its reader cannot take', () => {
    const path = join(folder, 'map.jsonl');
    writeFileSync(path, '{"key":"a","value":1}\n{"kye":"b"}\n{"key":"c","value":1}\n');
    expect(() => new DurableMap(path)).toThrow('map.jsonl, line 2, is damaged');
  });

  it('is as it was after an append that the disk took only a part of', async () => {
    // The shell's limit for a file's size stands for a full disk: the write that passes it is taken in part.
    const script = fileURLToPath(new URL('./write-until-full.ts', import.meta.url));
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `ulimit -f 64 && exec "$0" --import tsx "$1" "$2"`,
      process.execPath,
      script,
      folder,
    ]);
    const { acknowledged, refused } = JSON.parse(stdout);
    expect(refused.length).toBeGreaterThan(0);
    const map = new DurableMap<string>(join(folder, 'map.jsonl'));
    expect([...map.keys()]).toEqual(acknowledged);
    map.close();
    expect(existsSync(join(folder, 'map.jsonl.cut-off'))).toBe(false);
    expect(readFileSync(join(folder, 'lines.txt'), 'utf8')).toMatch(/^(x{999}\n)+$/);
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
