import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollcall as commandLine } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { queriesAbout } from '../support/queries-about.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-queries-'));
  [cloud, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n }) => ({ body: { answer: Number(n) % 4 === 0 ? 'no' : 'yes' } })),
  ]);
  const rows = Array.from({ length: 20 }, (_, n) => `${n},yes`);
  writeFileSync(join(folder, 'few-queries.csv'), `n,expected\n${rows.join('\n')}\n`);
  writeFileSync(
    join(folder, 'few.eval.yaml'),
    `dataset: { file: few-queries.csv, idColumn: n, fields: [n] }
target: ${JSON.stringify({ endpoint: { url: endpoint.url, allowPrivateAddresses: true } })}
executor: { maxConcurrency: 10 }
evaluators: [exact, contains]
`,
  );
});
afterAll(async () => {
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rollcall = (...words: string[]) => commandLine(...words, '--data', cloud.dataDir);

/** The kinds of queries a command makes about the dataset and its runs. */
async function queriesOf(...words: string[]): Promise<string[]> {
  const about = ['few-queries', 'few-run'];
  const before = (await queriesAbout(cloud, about)).length;
  expect(await rollcall(...words)).toMatchObject({ code: 0 });
  return (await queriesAbout(cloud, about)).slice(before).map((sql) => sql.split(' ')[0] ?? '');
}

describe('a run from the command line', () => {
  it('takes few queries, each of which costs seconds on AWS', async () => {
    const evaluation = join(folder, 'few.eval.yaml');
    expect(await queriesOf('run', evaluation, '--id', 'few-run-1')).toEqual(['INSERT', 'UNLOAD', 'MERGE', 'SELECT']);
    expect(await queriesOf('run', evaluation, '--id', 'few-run-2')).toEqual(['UNLOAD', 'MERGE', 'SELECT']);
    expect(await queriesOf('export', 'few-run-1', '-o', join(folder, 'few.out.csv'))).toEqual(['UNLOAD']);
  });
});

describe('the figures of a run', () => {
  it('equal what the results table says', async () => {
    expect(await rollcall('run', join(folder, 'few.eval.yaml'), '--id', 'few-figures')).toMatchObject({ code: 0 });
    const { summary } = await cloud.record('few-figures');
    const { succeeded, passed, compared, wrong, tokens, latencyMs, scores } = JSON.parse(summary ?? '');
    const [table] = await cloud.query(
      `SELECT count_if(status = 'succeeded') AS succeeded, count_if(passed) AS passed, count(passed) AS compared, count_if(NOT passed) AS wrong, coalesce(sum(total_tokens), 0) AS tokens, round(avg(latency_ms)) AS latency, avg(CAST(json_extract_scalar(scores, '$.contains.score') AS double)) AS contains FROM "s3_evaluation_db"."evaluation_results_evaluations" WHERE evaluation_id = 'few-figures'`,
    );
    const figures = [succeeded, passed, compared, wrong, tokens.total, latencyMs.mean, scores.contains.mean];
    expect(figures).toEqual(Object.values(table ?? {}).map(Number));
    expect(figures.slice(0, 4)).toEqual([20, 15, 20, 5]);
  });
});
