/**
 * How long SplitRows takes for rows of 200 bytes that UNLOAD left in eight files, and what memory. The splitter runs in a
 * process of its own, started for it, as a function on AWS would be.
 *
 *   npx tsx bench/evaluation/split-rows.ts [rows …]      default: 100000 1000000
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createCloud, createS3Service } from 'local-cloud/services';
import { unloadedDatasetPrefix } from '../../contracts/storage-keys.ts';
import { planBatches } from '../../core/plan-batches.ts';
import { splitRows } from '../../functions/row-splitter/split-rows.ts';

const FILES = 8;
const BUCKET = 'bench';
const datasetPrefix = unloadedDatasetPrefix('bench', '1');

const client = (endpoint: string): S3Client =>
  new S3Client({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });

const line = (row: number): string =>
  `{"sample_id":"sample-${row}","row_index":${row},"input":"{\\"question\\":\\"What is ${row} times seven?\\"}","expected":"${row * 7}","metadata":"{}","previous_attempts":0}`.padEnd(
    199,
  );

/** Rows go to the files in turns of a thousand. */
async function unload(s3: S3Client, rows: number): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  for (let file = 0; file < FILES; file++) {
    const lines: string[] = [];
    for (let row = 0; row < rows; row++) if (Math.floor(row / 1000) % FILES === file) lines.push(`${line(row)}\n`);
    const Body = gzipSync(lines.join(''), { level: 1 });
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: `${datasetPrefix}${file}.gz`, Body }));
  }
}

async function split(endpoint: string, planned: number): Promise<object> {
  const { batchRows } = planBatches({ planned, maxConcurrency: 50, isAwaited: false });
  const s3 = client(endpoint);
  const began = performance.now();
  const { batches } = await splitRows(
    { evaluationId: 'bench', attempt: 1, datasetPrefix, batchRows, run: { executionMode: 'tool' } },
    { s3, bucket: BUCKET },
  );
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage();
  const peakKilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return {
    rows: planned,
    batches,
    seconds: Number(seconds.toFixed(2)),
    'rows/s': Math.round(planned / seconds),
    'processor s, with start-up': Number(((user + system) / 1e6).toFixed(2)),
    'peak MB': Math.round(Number(peakKilobytes) / 1024),
  };
}

async function measure(rows: number): Promise<object> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
  const services = async (context: Parameters<typeof createS3Service>[0]) => [await createS3Service(context)];
  const cloud = await createCloud({ dataDir, port: 0, authorize: () => {}, services });
  try {
    await unload(client(cloud.endpoint), rows);
    const own = [...process.execArgv, fileURLToPath(import.meta.url), '--split', cloud.endpoint, String(rows)];
    const { stdout } = await promisify(execFile)(process.execPath, own);
    return JSON.parse(stdout);
  } finally {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const [flag, ...rest] = process.argv.slice(2);
if (flag === '--split') {
  process.stdout.write(JSON.stringify(await split(rest[0] ?? '', Number(rest[1]))));
} else {
  const sizes = flag === undefined ? [100_000, 1_000_000] : [flag, ...rest].map(Number);
  for (const rows of sizes) console.table([await measure(rows)]);
}
