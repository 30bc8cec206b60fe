/**
 * What an API with a limit sees of whole runs on a local cloud in a process of its own: calls, refusals, and the share of the
 * limit that two runs at once reach, with 1, 20 and 50 rows side by side; how few calls a bulk endpoint takes; and how long
 * a run takes with pacing where no limit is near, against one that looks at no headers.
 *
 *   npx tsx bench/pacing/limited-api.ts [--items 500] [--limit 100] [--window 5] [--headers x-ratelimit] [--rows 2000]
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { HeaderFamily } from '../../examples/limited-api/limit-headers.ts';
import { startLimitedApi } from '../../examples/limited-api/limited-api.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { startCloud } from '../evaluation/start-cloud.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '500' },
    limit: { type: 'string', default: '100' },
    window: { type: 'string', default: '5' },
    headers: { type: 'string', default: 'x-ratelimit' },
    rows: { type: 'string', default: '2000' },
  },
});
const items = Number(values.items);
const limit = Number(values.limit);
const windowMs = Number(values.window) * 1_000;
const headers = values.headers as HeaderFamily;

const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-pacing-'));
const { assemblies, remove } = await synthesizeAssemblies();
const rollcall = await startCloud(folder, assemblies);

let datasets = 0;
async function dataset(rows: number): Promise<string> {
  const id = `items-${++datasets}`;
  await rollcall.insertDataset(
    id,
    Array.from({ length: rows }, (_, n) => ({ id: `${id}-${n}` })),
  );
  return id;
}

const config = (url: string, maxConcurrency: number, more: object = {}) => ({
  endpoint: { url: `${url}/items`, allowPrivateAddresses: true },
  executor: { maxConcurrency },
  ...more,
});

async function paced(maxConcurrency: number) {
  const api = await startLimitedApi({ limit, windowMs, headers });
  const ids = [await dataset(items / 2), await dataset(items / 2)];
  await Promise.all(
    ids.map((datasetId) => rollcall.run(`${datasetId}-run`, { datasetId, config: config(api.url, maxConcurrency) })),
  );
  const { arrivals, refused, calls } = api;
  const tookMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  await api.close();
  return {
    'rows side by side, twice': maxConcurrency,
    calls: arrivals.length,
    'called twice': [...calls.values()].filter((count) => count > 1).length,
    refused,
    seconds: Math.round(tookMs / 100) / 10,
    'share of the limit': Math.round(((arrivals.length - 1) / tookMs / (limit / windowMs)) * 100) / 100,
  };
}

async function timed(rateLimit: object): Promise<number> {
  const api = await startLimitedApi({ limit: 1e6, windowMs: 60_000, headers });
  const rows = Number(values.rows);
  const datasetId = await dataset(rows);
  await rollcall.run(`${datasetId}-run`, { datasetId, config: config(api.url, 50, { rateLimit }) });
  const tookMs = (api.arrivals.at(-1) ?? 0) - (api.arrivals[0] ?? 0);
  await api.close();
  return rows / (tookMs / 1_000);
}

async function bulk(rows: number) {
  const api = await startLimitedApi({ limit: 1e6, windowMs: 60_000, headers });
  const datasetId = await dataset(rows);
  const bulkConfig = { endpoint: '/bulk', maxItemsPerCall: 200, responseMapping: { itemIdField: 'id' } };
  const run = config(api.url, 1, { bulkConfig });
  const { bulkCallsMade, succeeded } = await rollcall.run(`${datasetId}-run`, { datasetId, config: run });
  const calls = api.arrivals.length;
  await api.close();
  return { rows, 'calls of the API': calls, bulkCallsMade, succeeded };
}

try {
  await timed({ useHeaders: false });
  console.table([await paced(1), await paced(20), await paced(50)]);
  console.table([await bulk(450)]);
  const [free, kept, freeAgain, keptAgain] = [
    await timed({ useHeaders: false }),
    await timed({}),
    await timed({ useHeaders: false }),
    await timed({}),
  ];
  const share = (kept + keptAgain) / (free + freeAgain);
  console.table([
    { 'rows/s without headers': free, 'rows/s paced, no limit near': kept, share: Math.round(share * 100) / 100 },
  ]);
} finally {
  await rollcall.close();
  await remove();
  await rm(folder, { recursive: true, force: true });
}
