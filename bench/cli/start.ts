import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';

/**
 * How long commands take to answer, starting Node included: `node --import tsx bench/cli/start.ts [times]`. On two idle cores
 * `--help` may take 400 ms, and `status` of a run on a local cloud that is up 800 ms.
 */
const times = Number(process.argv[2] ?? 9);
const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-start-'));
const data = join(folder, 'data');
const endpoint = await countingEndpoint(() => ({ body: { answer: 'bug' } }));
const evalFile = join(folder, 'eval.json');
const target = { endpoint: { url: endpoint.url, allowPrivateAddresses: true } };
writeFileSync(evalFile, JSON.stringify({ dataset: { file: 'rows.csv' }, target }));
writeFileSync(join(folder, 'rows.csv'), 'subject\nThe app crashes\n');

const rollcall = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['bin/rollcall.js', ...words], { encoding: 'utf8' });

async function timed(limitMs: number, ...words: string[]) {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await rollcall(...words);
    took.push(Math.round(performance.now() - began));
  }
  took.sort((a, b) => a - b);
  return { command: words[0], fastestMs: took[0], medianMs: took[Math.floor(times / 2)], limitMs };
}

// The first start builds the command; people wait for that once.
await rollcall('--help');
const started = [await timed(400, '--help'), await timed(400, '--version')];
const cloud = spawn(process.execPath, ['bin/rollcall.js', 'dev', '--port', '0', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const ready = once(cloud.stdout, 'data');
  const ended = once(cloud, 'exit').then(([code]) => Promise.reject(new Error(`The local cloud ended with ${code}.`)));
  await Promise.race([ready, ended]);
  ended.catch(() => {});
  await rollcall('run', evalFile, '--id', 'bench', '--data', data);
  console.table([
    ...started,
    await timed(800, 'status', 'bench', '--data', data),
    await timed(800, 'runs', '--data', data),
  ]);
} finally {
  if (cloud.exitCode === null && cloud.kill()) await once(cloud, 'exit');
  await endpoint.close();
  rmSync(folder, { recursive: true, force: true });
}
