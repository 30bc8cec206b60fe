/**
 * How long the scorer takes for the answers of a run that UNLOAD left in four files, beside a bare loop that reads the same
 * lines from memory, scores them by the same evaluators and keeps the lines it would write. UNLOAD and MERGE are not in it:
 * they are in score-again.ts.
 *
 *   npx tsx bench/evaluation/score-rows.ts [rows …]      default: 10000 100000
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createCloud, createS3Service } from 'local-cloud/services';
import { evaluatorsSchema } from '../../contracts/evaluators.ts';
import { answersPrefix } from '../../contracts/storage-keys.ts';
import { readAnswerSchema, rowScorer } from '../../core/scoring/score-answer.ts';
import type { ScorerDependencies } from '../../functions/row-scorer/dependencies.ts';
import { scorePart } from '../../functions/row-scorer/score-part.ts';
import { listParts } from '../../functions/shared/part-source.ts';

const FILES = 4;
const BUCKET = 'bench';
const run = { evaluationId: 'bench', scoringId: '1' };
const evaluators = evaluatorsSchema.parse([
  'exact',
  { type: 'contains', value: ['seven', 'times'], mode: 'any' },
  { type: 'regex', pattern: '\\d+' },
  { type: 'similarity', method: 'rouge-l' },
  'numeric',
]);

const line = (row: number): string =>
  JSON.stringify({
    sample_id: `sample-${row}`,
    row_index: row,
    status: 'succeeded',
    input: JSON.stringify({ question: `What is ${row} times seven?` }),
    expected: `${row} times seven is ${row * 7}`,
    metadata: '{}',
    actual_output: `I think that ${row} times seven is ${row % 3 === 0 ? row : row * 7}`,
    latency_ms: 12,
  });

async function measure(rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => line(row));
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
  const services = async (context: Parameters<typeof createS3Service>[0]) => [await createS3Service(context)];
  const cloud = await createCloud({ dataDir, port: 0, authorize: () => {}, services });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const s3 = new S3Client({ endpoint: cloud.endpoint, region: 'us-east-1', credentials });
  try {
    await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    const prefix = answersPrefix(run.evaluationId, run.scoringId);
    for (let file = 0; file < FILES; file++) {
      const Body = gzipSync(`${lines.filter((_, row) => row % FILES === file).join('\n')}\n`, { level: 1 });
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: `${prefix}${file}.gz`, Body }));
    }
    const score = rowScorer(evaluators);
    const bare = async () => {
      const written: string[] = [];
      for (const text of lines) written.push(JSON.stringify(await score(readAnswerSchema.parse(JSON.parse(text)))));
    };
    const scored = async () => {
      const parts = await listParts(s3, BUCKET, prefix);
      const deps = { s3, bucket: BUCKET } as ScorerDependencies;
      for (const [part, file] of parts.entries())
        await scorePart({ ...run, part, from: 0, file }, score, () => false, deps);
    };
    await bare();
    const [loop, scorer] = [await timeOf(bare), await timeOf(scored)];
    console.info(`${rows} rows: bare loop ${loop} ms, scorer ${scorer} ms, ${(scorer / loop).toFixed(2)} times`);
  } finally {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

const given = process.argv.slice(2).map(Number);
for (const rows of given.length > 0 ? given : [10_000, 100_000]) await measure(rows);
