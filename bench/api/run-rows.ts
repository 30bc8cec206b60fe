/**
 * How long a page of a run's rows takes through the HTTP API of a local cloud, from the index of its rows: the first one, and
 * pages in row order, sorted, filtered and searched; beside them a request that does nothing, on the same machine.
 *
 *   npx tsx bench/api/run-rows.ts [ROWS]      default: 10000
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunDetail } from '../../contracts/api/runs.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { sendFile } from '../datasets/send-file.ts';
import { writeRows } from '../datasets/write-rows.ts';
import { startCloud } from '../evaluation/start-cloud.ts';

const PAGES = 40;
const QUESTIONS = {
  'in row order': '',
  'the slowest first': '&sort=-latency',
  'by their answers': '&sort=answer',
  filtered: '&filter=status:succeeded',
  searched: '&search=letters',
};

const rows = Number(process.argv[2] ?? 10_000);
const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-rows-'));
const { assemblies, remove } = await synthesizeAssemblies();
const cloud = await startCloud(folder, assemblies);
const api = await ApiClient.create(cloud);
const endpoint = await countingEndpoint(() => ({ body: { answer: 'It will be with you in three days. '.repeat(5) } }));
const file = join(folder, 'tickets.csv');
await writeRows(file, rows);
const { dataset } = await sendFile(api, file);
const config = {
  executionMode: 'endpoint',
  endpoint: { url: endpoint.url, allowPrivateAddresses: true },
  executor: { maxConcurrency: 50 },
};
await api.data('POST', 'runs', { datasetId: dataset.datasetId, evaluationId: 'paged', config });
const isOver = async () =>
  Boolean(((await api.send('GET', 'runs/paged')).body.data as RunDetail | undefined)?.finishedAt);
while (!(await isOver())) await sleep(200);

async function page(question: string, cursor?: string) {
  const asked = performance.now();
  const path = `runs/paged/rows?limit=100${question}${cursor ? `&cursor=${cursor}` : ''}`;
  const answer = await api.data<{ cursor?: string; settled: number }>('GET', path);
  return { ...answer, took: performance.now() - asked };
}

const spread = (took: number[]) => {
  took.sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0);
  return { 'median ms': at(0.5), '95th percentile': at(0.95) };
};

const first = await page('');
console.log(`The first page of ${first.settled} rows: ${Math.round(first.took)} ms`);
const figures: Record<string, object> = {};
for (const [name, question] of Object.entries(QUESTIONS)) {
  const took: number[] = [];
  let cursor: string | undefined;
  for (let asked = 0; asked < PAGES; asked++) {
    const next = await page(question, cursor);
    cursor = next.cursor;
    took.push(next.took);
  }
  figures[name] = spread(took);
}
const nothing: number[] = [];
for (let asked = 0; asked < PAGES; asked++) {
  const before = performance.now();
  await api.send('GET', 'health');
  nothing.push(performance.now() - before);
}
console.table({ ...figures, 'a request that asks for nothing': spread(nothing) });
await endpoint.close();
await cloud.close();
await remove();
await rm(folder, { recursive: true, force: true });
