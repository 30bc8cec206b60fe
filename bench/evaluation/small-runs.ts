/**
 * How long people wait for a run of few rows: wall time and Athena queries of `rollcall run` with built-in evaluators, for a
 * new dataset and for a known one, and of an export.
 *
 *   npx tsx bench/evaluation/small-runs.ts [LATENCY.json] [ROWS …]      default: no latency, 20 and 300 rows
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCloud } from 'local-cloud';
import { CLOUD_OPTIONS } from '../../dev/cloud-options.ts';
import { rollcall } from '../../test/support/command-line.ts';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { queriesAbout } from '../../test/support/queries-about.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';

const given = process.argv.slice(2);
const file = given.find((word) => word.endsWith('.json'));
const latency = file ? JSON.parse(await readFile(file, 'utf8')) : undefined;
const sizes = given.filter((word) => /^\d+$/.test(word)).map(Number);

const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-small-'));
const data = join(folder, 'data');
const { assemblies, remove } = await synthesizeAssemblies();
const running = await createLocalCloud({ ...CLOUD_OPTIONS, data, port: 0, assemblies, latency });
const cloud = await RollcallCloud.at(running, data);
const endpoint = await countingEndpoint(({ n }) => ({ body: { answer: Number(n) % 4 === 0 ? 'no' : 'yes' } }));

async function measured(...words: string[]): Promise<{ seconds: string; queries: string }> {
  const before = (await queriesAbout(cloud, [''])).length;
  const began = performance.now();
  const { code, stderr } = await rollcall(...words, '--data', data);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (code !== 0) throw new Error(stderr);
  const kinds = (await queriesAbout(cloud, [''])).slice(before).map((sql) => sql.split(' ')[0]);
  return { seconds, queries: `${kinds.length}: ${kinds.join(', ')}` };
}

const results: Record<string, { seconds: string; queries: string }> = {};
for (const rows of sizes.length > 0 ? sizes : [20, 300]) {
  const lines = Array.from({ length: rows }, (_, n) => `${n},yes`);
  await writeFile(join(folder, `${rows}.csv`), `n,expected\n${lines.join('\n')}\n`);
  const evaluation = join(folder, `${rows}.eval.yaml`);
  const target = JSON.stringify({ endpoint: { url: endpoint.url, allowPrivateAddresses: true } });
  await writeFile(
    evaluation,
    `dataset: { file: ${rows}.csv, idColumn: n, fields: [n] }\ntarget: ${target}\nexecutor: { maxConcurrency: 20 }\nevaluators: [exact, contains]\n`,
  );
  results[`${rows} rows, new dataset`] = await measured('run', evaluation, '--id', `new-${rows}`);
  results[`${rows} rows, known dataset`] = await measured('run', evaluation, '--id', `known-${rows}`);
  results[`${rows} rows, export`] = await measured('export', `new-${rows}`, '-o', join(folder, `${rows}.out.csv`));
}
console.table(results);
await endpoint.close();
await running.close();
await remove();
await rm(folder, { recursive: true, force: true });
