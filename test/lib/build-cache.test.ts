import { mkdtempSync, readFileSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BuildCache } from '../../lib/build-cache.js';

let root: string;
let builds: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-bundle-cache-'));
  builds = 0;
  write('a.ts', 'a');
  write('b.ts', 'b');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** As edited a while ago: what is edited during a build is not kept. */
const write = (name: string, text: string) => {
  writeFileSync(join(root, name), text);
  utimesSync(join(root, name), 0, 0);
};

/** Puts `a.ts`, and `b.ts` if `a.ts` names it, into one file. */
function build(settings: unknown = {}, meanwhile = () => {}): string {
  const cache = new BuildCache({ root, folder: join(root, 'cache'), settings });
  const made = cache.find() ?? make(cache, meanwhile);
  return readFileSync(join(made, 'out'), 'utf8');
}

function make(cache: BuildCache, meanwhile: () => void): string {
  builds += 1;
  const begun = cache.begin();
  const a = readFileSync(join(root, 'a.ts'), 'utf8');
  const inputs = a.includes('b') ? ['a.ts', 'b.ts'] : ['a.ts'];
  writeFileSync(join(begun.folder, 'out'), inputs.map((name) => readFileSync(join(root, name), 'utf8')).join('+'));
  meanwhile();
  return cache.keep(begun, inputs);
}

describe('a build that is kept', () => {
  it('is used again while nothing it was made from has changed', () => {
    expect([build(), build(), build()]).toEqual(['a', 'a', 'a']);
    expect(builds).toBe(1);
    write('b.ts', 'not read');
    expect(build()).toBe('a');
    expect(builds).toBe(1);
  });

  it('is made again when a file it has read, or a setting, is another, and found again when it is back', () => {
    expect(build()).toBe('a');
    write('a.ts', 'ab');
    expect(build()).toBe('ab+b');
    write('b.ts', 'B');
    expect(build()).toBe('ab+B');
    write('b.ts', 'b');
    expect(build()).toBe('ab+b');
    expect(builds).toBe(3);
    expect(build({ minify: true })).toBe('ab+b');
    expect(builds).toBe(4);
  });

  it('is not kept when a file it has read was edited meanwhile', () => {
    expect(build({}, () => writeFileSync(join(root, 'a.ts'), 'A'))).toBe('a');
    expect(build()).toBe('A');
  });

  it('is made again when a file it has read is gone', () => {
    write('a.ts', 'ab');
    expect(build()).toBe('ab+b');
    unlinkSync(join(root, 'b.ts'));
    expect(() => build()).toThrow('ENOENT');
    write('b.ts', '2');
    expect(build()).toBe('ab+2');
  });
});
