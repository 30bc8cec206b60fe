/**
 * How fast whole runs are on the local cloud, from StartExecution to SUCCEEDED, against a bare loop that fetches the same
 * rows from the same endpoint and writes JSON Lines, in the same run of this script. Endpoint, local cloud and loop are
 * processes of their own. Also: processor time and S3 PUTs a row, memory, and what the data folder holds afterwards.
 *
 *   npx tsx bench/evaluation/throughput.ts [--concurrency 50] [--fresh] [--alone] ROWS …      default: 300 1000 10000
 *
 * The first run of all is on a cloud that has just started; `--fresh` starts a cloud for every one. With `--alone` there
 * is no bare loop, which takes minutes itself at a million rows.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { importDataset } from '../../client/datasets/index.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { runLogPrefix } from '../../domain/run-log/log-keys.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';

interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly mostMb: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '50' },
    fresh: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
  },
});
const concurrency = Number(values.concurrency);
const sizes = positionals.length > 0 ? positionals.map(Number) : [300, 1_000, 10_000];

const start = (script: string, ...args: string[]): ChildProcess =>
  fork(join(import.meta.dirname, script), args, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
const heard = async <T>(child: ChildProcess): Promise<T> => (await once(child, 'message'))[0] as T;
const usageOf = (child: ChildProcess): Promise<Usage> => {
  child.send('usage');
  return heard<Usage>(child);
};

const row = (n: number) => ({ id: `t${n}`, subject: `Ticket ${n}`, text: 'The payment page shows an error.' });

async function bareLoop(url: string, rows: number, folder: string): Promise<number> {
  const began = performance.now();
  const lines: string[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < rows; n = next++) {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(row(n)) });
      lines.push(JSON.stringify({ ...row(n), answer: await response.json() }));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await writeFile(join(folder, 'answers.jsonl'), lines.join('\n'));
  return (performance.now() - began) / 1000;
}

async function folderOf(path: string): Promise<{ files: number; megabytes: number }> {
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return { files, megabytes: Math.round(bytes / 1e6) };
}

async function stagedObjects(rollcall: RollcallCloud, evaluationId: string): Promise<number> {
  let count = 0;
  let ContinuationToken: string | undefined;
  do {
    const page = await rollcall.s3.send(
      new ListObjectsV2Command({
        Bucket: rollcall.output('DataBucketName'),
        Prefix: runLogPrefix(evaluationId),
        ContinuationToken,
      }),
    );
    count += page.KeyCount ?? 0;
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return count;
}

async function importRows(rollcall: RollcallCloud, rows: number, folder: string): Promise<string> {
  const path = join(folder, `rows-${rows}.jsonl`);
  await writeFile(path, Array.from({ length: rows }, (_, n) => `${JSON.stringify(row(n))}\n`).join(''));
  const { datasetId } = await importDataset(
    { path },
    { idColumn: 'id' },
    {
      s3: rollcall.s3,
      athena: rollcall.athena,
      bucket: rollcall.output('DataBucketName'),
      workGroup: rollcall.output('WorkGroupName'),
      tables: tablesOf({ catalog: rollcall.output('CatalogName'), database: rollcall.output('DatabaseName') }),
      runs: rollcall.runs,
    },
  );
  return datasetId;
}

const folder = await mkdtemp(join(tmpdir(), 'rollcall-throughput-'));
const { assemblies, remove } = await synthesizeAssemblies();
const endpoint = start('endpoint-process.ts');
const { url } = await heard<{ url: string }>(endpoint);
await bareLoop(url, 500, folder);

async function startCloud(name: string) {
  const data = join(folder, name);
  const child = start('cloud-process.ts', data, ...assemblies);
  const { endpoint: address } = await heard<{ endpoint: string }>(child);
  return { child, data, rollcall: await RollcallCloud.at({ endpoint: address, close: async () => {} }, data) };
}

const results: Record<string, string | number>[] = [];
let cloud: Awaited<ReturnType<typeof startCloud>> | undefined;
try {
  for (const [index, rows] of sizes.entries()) {
    if (values.fresh) cloud?.child.disconnect();
    if (!cloud || values.fresh) cloud = await startCloud(`cloud-${index}`);
    const { child, data, rollcall } = cloud;
    const datasetId = await importRows(rollcall, rows, folder);
    const bare = values.alone ? undefined : await bareLoop(url, rows, folder);
    const before = await usageOf(child);
    const began = performance.now();
    const summary = await rollcall.run(`run-${index}-${rows}`, {
      datasetId,
      config: {
        executionMode: 'endpoint',
        endpoint: { url, allowPrivateAddresses: true },
        executor: { maxConcurrency: concurrency },
      },
    });
    const seconds = (performance.now() - began) / 1000;
    if (summary.succeeded !== rows) throw new Error(`${summary.succeeded} of ${rows} rows succeeded.`);
    const after = await usageOf(child);
    results.push({
      rows,
      'whole run s': seconds.toFixed(2),
      ...(bare !== undefined && { 'bare loop s': bare.toFixed(2), ratio: (bare / seconds).toFixed(3) }),
      'rows/s': Math.round(rows / seconds),
      'CPU ms/row': ((after.cpuMs - before.cpuMs) / rows).toFixed(2),
      'PUTs/row': ((await stagedObjects(rollcall, `run-${index}-${rows}`)) / rows).toFixed(3),
      'RSS MB': Math.round(after.rssMb),
      'most MB': Math.round(after.mostMb),
      ...(await folderOf(data)),
    });
    console.table(results.slice(-1));
  }
  console.table(results);
} finally {
  cloud?.child.disconnect();
  endpoint.disconnect();
  await remove();
  await rm(folder, { recursive: true, force: true });
}
