/**
 * How long it takes to score a run of 10,000 rows again, from StartExecution to SUCCEEDED on a warm local cloud, beside a
 * loop in one process that does the same with the same database: UNLOAD, read, score, write, MERGE, and the figures.
 *
 *   npx tsx bench/evaluation/score-again.ts [ROWS]      default: 10000
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScoring } from '../../client/scoring/start-scoring.ts';
import { evaluatorsSchema } from '../../contracts/evaluators.ts';
import { answersPrefix } from '../../contracts/storage-keys.ts';
import { rowScorer } from '../../core/scoring/score-answer.ts';
import { selectRowIndex } from '../../core/sql/row-index.ts';
import { mergeScores, unloadAnswers } from '../../core/sql/score-rows.ts';
import type { ScorerDependencies } from '../../functions/row-scorer/dependencies.ts';
import { scorePart } from '../../functions/row-scorer/score-part.ts';
import { listParts } from '../../functions/shared/part-source.ts';
import { countedConfig, numbers } from '../../test/support/counted-run.ts';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { installationOn } from '../../test/support/job-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { startCloud } from './start-cloud.ts';

const rows = Number(process.argv[2] ?? 10_000);
const EVALUATORS = ['exact', { type: 'regex', pattern: '\\d+' }, { type: 'similarity', method: 'rouge-l' }, 'numeric'];
const evaluators = evaluatorsSchema.parse(EVALUATORS);
const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-score-'));
const { assemblies, remove } = await synthesizeAssemblies();
const cloud = await startCloud(folder, assemblies);
const target = await countingEndpoint(({ n }) => ({ body: { answer: `It is ${n}` } }));
const installation = installationOn(cloud);
const bucket = cloud.output('DataBucketName');
const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

await cloud.insertDataset('bench', numbers(rows), Array(rows).fill('It is 7'));
const config = { ...countedConfig('endpoint', cloud, target, { maxConcurrency: 20 }), evaluators: EVALUATORS };
await cloud.run('bench', { datasetId: 'bench', config });

let pass = 0;
async function oneProcess(): Promise<void> {
  const { tables } = installation;
  const scoringId = `bare-${++pass}`;
  const prefix = answersPrefix('bench', scoringId);
  await cloud.query(unloadAnswers(tables, 'bench', { withResponse: false }, `s3://${bucket}/${prefix}`));
  const score = rowScorer(evaluators);
  const deps = { s3: cloud.s3, bucket } as ScorerDependencies;
  for (const [part, file] of (await listParts(cloud.s3, bucket, prefix)).entries())
    await scorePart({ evaluationId: 'bench', scoringId, part, from: 0, file }, score, () => false, deps);
  await cloud.query(mergeScores(tables, 'bench', scoringId, 0));
  await cloud.query(selectRowIndex(tables, 'bench'));
}
const rollcall = async () => {
  const { executionArn } = await startScoring('bench', undefined, installation);
  await cloud.end(executionArn);
};

await rollcall();
await oneProcess();
const [bare, whole] = [await timeOf(oneProcess), await timeOf(rollcall)];
const figures = `one process ${bare.toFixed(1)} s, rollcall score ${whole.toFixed(1)} s`;
console.info(`${rows} rows: ${figures}, ${(whole / bare).toFixed(2)} times`);
await target.close();
await cloud.close();
await remove();
await rm(folder, { recursive: true, force: true });
