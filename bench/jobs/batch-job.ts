/**
 * How soon a batch job is taken in, has its first results and is over, through the HTTP API of a warm local cloud, and how
 * long GET jobs/{id} takes meanwhile, of a large job and of small ones.
 *
 *   npx tsx bench/jobs/batch-job.ts [ITEMS]      default: 10000
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, SubmittedJob } from '../../contracts/api/jobs.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { numbers } from '../../test/support/counted-run.ts';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { countedTarget } from '../../test/support/job-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { startCloud } from '../evaluation/start-cloud.ts';

/** A small job is over after a second, and so has few GETs. */
const SMALL_JOBS = 10;

const count = Number(process.argv[2] ?? 10_000);
const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-jobs-'));
const { assemblies, remove } = await synthesizeAssemblies();
const cloud = await startCloud(folder, assemblies);
const api = await ApiClient.create(cloud);
const target = await countingEndpoint(() => ({}));
const batchConfig = { maxItems: 10_000 };
await api.data('PUT', 'targets/crm/update', countedTarget('update', cloud, target, { batchConfig }));

const get = (jobId: string) => api.data<Job>('GET', `jobs/${jobId}`);
async function measured(items: number, gets: number[] = []) {
  const inputs = numbers(items).map((input) => ({ input }));
  const body = { integrationSlug: 'crm', actionSlug: 'update', items: inputs, config: { concurrency: 20 } };
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const { jobId } = await api.data<SubmittedJob>('POST', 'batch', body);
  const accepted = since();
  let first: number | undefined;
  for (;;) {
    const asked = performance.now();
    const job = await get(jobId);
    gets.push(performance.now() - asked);
    if (job.itemCounts.succeeded > 0) first ??= since();
    if (job.finishedAt) break;
    await sleep(20);
  }
  const over = since();
  const page = performance.now();
  await api.data('GET', `jobs/${jobId}/items?limit=500`);
  return { items, accepted, first, over, ...spread(gets), firstPage: Math.round(performance.now() - page) };
}

function spread(milliseconds: readonly number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { gets: sorted.length, getP50: at(0.5), getP95: at(0.95) };
}

// The functions' environments are warm after one small job.
await measured(20);
const gets: number[] = [];
for (let job = 0; job < SMALL_JOBS; job++) await measured(20, gets);
console.log('milliseconds: small jobs', spread(gets), await measured(20), await measured(count));
await target.close();
await cloud.close();
await remove();
await rm(folder, { recursive: true, force: true });
