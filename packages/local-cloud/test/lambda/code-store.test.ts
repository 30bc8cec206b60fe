import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CodeStore } from '../../src/lambda/code-store.ts';
import { zip } from './lambda-cloud.ts';

it('the same code, stored many times at once, is whole for everyone who stored it from then on', async () => {
  const root = await mkdtemp(join(tmpdir(), 'local-cloud-code-'));
  const store = new CodeStore(root);
  const bytes = zip({ 'index.js': 'exports.handler = () => 1', 'lib/one.js': '1', 'lib/two.js': '2' });
  const storing = Array.from({ length: 40 }, async (_, at) => {
    for (let turn = 0; turn < at % 8; turn++) await new Promise(setImmediate);
    const { codeId } = await store.putZip(bytes, { uploaded: true });
    return store.isWhole(codeId);
  });
  expect(await Promise.all(storing)).toEqual(storing.map(() => true));
  // The code, and what tells whether it is whole.
  expect(await readdir(root)).toHaveLength(2);
  await rm(root, { recursive: true, force: true });
});
