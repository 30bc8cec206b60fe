import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleWeb } from '../../lib/bundle-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollcall-web-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the console’s bundle', () => {
  const inputs = bundleWeb(folder);
  const sizeOf = (name: string): number => statSync(join(folder, name)).size;
  const page = (): string => gunzipSync(readFileSync(join(folder, 'index.html.gz'))).toString();
  /** What the page asks for at once; what its scripts import is among it. */
  const loaded = (): string[] => [...page().matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);

  it('takes at most 400 KB compressed with its fonts, and half of it until the list of runs is there', () => {
    const names = readdirSync(folder);
    expect(names.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(400_000);
    const first = ['index.html.gz', ...loaded().map((path) => `${path.replace('/assets/', '')}.gz`)];
    expect(first.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(200_000);
  });

  it('loads only files of its own, and says what it is made from', () => {
    expect(loaded().every((path) => readdirSync(folder).includes(`${path.replace('/assets/', '')}.gz`))).toBe(true);
    expect(page()).not.toMatch(/(?:src|href)="https?:/);
    expect(inputs).toEqual(expect.arrayContaining(['web/index.html', 'web/main.tsx', 'web/styles/tokens.css']));
  });
});
