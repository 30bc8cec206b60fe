import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunComparison } from '../../client/experiments/compare-runs.ts';
import { listMembers } from '../../client/experiments/list-members.ts';
import { comparisonSchema } from '../../contracts/api/experiments.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { type Answer, rollcall as commandLine } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
let folder: string;
const ROWS = 40;

/** The old prompt is right on half of the rows, the new one on all but one. */
const answer = (prompt: string, n: number) => (prompt === 'new' ? n !== 7 : n % 2 === 0 || n === 7);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-experiments-'));
  [cloud, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint((input) => {
      const { n = 0, prompt = '' } = input as { n?: number; prompt?: string };
      return { body: { answer: answer(prompt, Number(n)) ? 'yes' : 'no', cost_usd: prompt === 'new' ? 0.002 : 0.001 } };
    }),
  ]);
  writeFileSync(
    join(folder, 'rows.csv'),
    `n,topic,expected\n${Array.from({ length: ROWS }, (_, n) => `${n},t${n % 8},yes`).join('\n')}\n`,
  );
  const target = JSON.stringify({ endpoint: { url: endpoint.url, allowPrivateAddresses: true } });
  const variant = (name: string) =>
    `  - { name: ${name}, mappings: { input: '{ "n": input.n, "prompt": "${name}" }' } }`;
  writeFileSync(
    join(folder, 'prompts.eval.yaml'),
    `dataset: { file: rows.csv, idColumn: n, fields: [n] }
target: ${target}
executor: { maxConcurrency: 8, budgetLimit: 1 }
variants:
${variant('old')}
${variant('new')}
baseline: old
evaluators: [exact]
thresholds: { minPassRate: 0.9, maxRegression: 0.01 }
`,
  );
});
afterAll(async () => {
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

const runsOf = async (experiment: string) => {
  const members = await listMembers('default', experiment, cloud.runs);
  return Promise.all(members.map(({ evaluation_id }) => cloud.record(evaluation_id)));
};
const rollcall = (...words: string[]): Promise<Answer> => commandLine(...words, '--data', cloud.dataDir);

describe('An experiment', () => {
  it('runs its variants side by side under one concurrency and budget, and compares them', async () => {
    const files = { csv: join(folder, 'all.csv'), junit: join(folder, 'all.xml') };
    const outputs = ['-o', files.csv, '--junit', files.junit];
    const found = await rollcall('run', join(folder, 'prompts.eval.yaml'), '--id', 'prompts', '--json', ...outputs);
    expect(found.stderr).not.toContain('Error');
    expect(found.code).toBe(0);
    expect(found.events[0]).toMatchObject({
      event: 'plan',
      variants: [
        { name: 'old', target: { endpoint: { url: endpoint.url } }, maxConcurrency: 4, budgetLimit: 0.5 },
        { name: 'new', mappings: { input: '{ "n": input.n, "prompt": "new" }' } },
      ],
    });
    const last = found.events.at(-1) as unknown as RunComparison & { experimentId: string };
    expect(last).toMatchObject({ event: 'compared', experimentId: 'prompts', baseline: 'old', exitCode: 0 });
    expect(last.findings[0]).toMatch(
      /^new is better than old by 45\.0 points \(95% CI .*\): of 40 rows, 19 got better and 1 got worse\.$/,
    );
    expect(last.differences[0]?.passRate).toMatchObject({ wins: 19, losses: 1, ties: 20, verdict: 'better' });
    expect(last.variants.map(({ name, passed, costUsd }) => [name, passed, costUsd])).toEqual([
      ['old', 21, expect.closeTo(0.04, 9)],
      ['new', 39, expect.closeTo(0.08, 9)],
    ]);
    const configs = (await runsOf('prompts')).map((record) => JSON.parse(record.config).executor);
    expect(configs.map(({ maxConcurrency, budgetLimit }) => [maxConcurrency, budgetLimit])).toEqual([
      [4, 0.5],
      [4, 0.5],
    ]);
    expect(endpoint.total()).toBe(2 * ROWS);
    expect(readFileSync(files.csv, 'utf8').split('\r\n')[0]).toContain('"new.output","new.passed"');
    const junit = readFileSync(files.junit, 'utf8');
    expect(junit.match(/<testsuite name="prompts (old|new)"/g)).toHaveLength(2);
    expect(junit).toContain('name="maxRegression 0.01"/>');
    // The thresholds are met, so rows that failed grading break no build.
    expect(junit).not.toContain('<failure');
    expect(junit.match(/<system-out>failed: expected: yes · answered: no/g)).toHaveLength(20);
  });

  it('is compared in words, as Markdown, and as CSV with the variants side by side', async () => {
    const files = { markdown: join(folder, 'c.md'), csv: join(folder, 'c.csv') };
    const { stdout, code } = await rollcall('compare', 'prompts', '--csv', files.csv, '--markdown', files.markdown);
    expect(code).toBe(0);
    expect(stdout).toMatch(/▸ new is better than old by 45\.0 points/);
    expect(stdout).toMatch(/worse in new\s+8\s+yes\s+yes\s+no/);
    expect(readFileSync(files.markdown, 'utf8')).toContain('| old (baseline) | 40 | 0 |');
    const [header, first] = readFileSync(files.csv, 'utf8').split('\r\n');
    expect(header).toContain('"old.output","old.passed"');
    expect(header).toContain('"new.output","new.passed"');
    expect(first).toContain('"yes"');
  });

  it('takes another baseline or runs by id, and widens intervals for rows that belong together', async () => {
    const turned = await rollcall('compare', 'prompts', '--baseline', 'new', '--json');
    expect(turned.json).toMatchObject({
      baseline: 'new',
      differences: [{ variant: 'old', passRate: { verdict: 'worse' } }],
    });
    const grouped = await rollcall('compare', 'prompts', '--cluster', 'topic', '--json');
    expect(grouped.json).toMatchObject({ differences: [{ passRate: { verdict: 'cannot tell' } }] });
    const ids = (await runsOf('prompts')).map((record) => record.evaluation_id);
    const { json } = await rollcall('compare', ...ids, '--json');
    expect(json).toMatchObject({ variants: [{}, {}] });
    // No field that the reference leaves out.
    expect(comparisonSchema.parse(json)).toEqual(json);
    expect((await rollcall('compare', 'nothing')).stderr).toContain('There is no run and no experiment nothing.');
    expect((await rollcall('compare', ids[0] ?? '')).stderr).toContain('is one run; name another one');
  });

  it('has an id that status, results, export and cancel accept', async () => {
    const of = async (...words: string[]) => (await rollcall(...words, '--json')).events;
    expect(await of('status', 'prompts')).toMatchObject([
      { targetName: 'old', status: 'completed' },
      { targetName: 'new', status: 'completed' },
    ]);
    expect(await of('results', 'prompts', '--row', '3')).toMatchObject([
      { row: { row_index: 2, target_name: 'old' } },
      { row: { row_index: 2, target_name: 'new' } },
    ]);
    expect(await of('export', 'prompts')).toMatchObject([{ rows: ROWS }, { rows: ROWS }]);
    const file = join(folder, 'exported.csv');
    expect(await of('export', 'prompts', '-o', file)).toMatchObject([{ experimentId: 'prompts', path: file }]);
    expect(readFileSync(file, 'utf8').split('\r\n')[0]).toContain('"new.output","new.passed"');
    expect((await rollcall('export', 'prompts', '-o', file, '--passed')).code).toBe(2);
    expect((await rollcall('cancel', 'prompts')).stdout).toContain('Nothing changed');
    const { stdout } = await rollcall('results', 'prompts', '--verdict', 'wrong');
    expect(stdout).toMatch(/^old\n[\s\S]*reason[\s\S]*exact[\s\S]*^new\n/m);
  });

  it('compares a single run with an earlier baseline', async () => {
    const path = join(folder, 'single.eval.yaml');
    const text = readFileSync(join(folder, 'prompts.eval.yaml'), 'utf8');
    writeFileSync(
      path,
      text
        .replace(/variants:\n(.*\n){2}/, `mappings: { input: '{ "n": input.n, "prompt": "old" }' }\n`)
        .replace('baseline: old', 'baseline: prompts')
        .replace('minPassRate: 0.9, ', ''),
    );
    const found = await rollcall('run', path, '--id', 'prompts-again', '--json');
    expect(found.code).toBe(1);
    expect(found.events.at(-1)).toMatchObject({
      comparison: { baseline: 'prompts', differences: [{ variant: 'prompts-again', passRate: { verdict: 'worse' } }] },
      thresholds: [{ name: 'maxRegression', limit: 0.01, actual: expect.closeTo(0.45, 9), met: false }],
    });
  });

  it('never passes a gate where no variant passes a row, and keeps the output mapping beside a variant’s input', async () => {
    const path = join(folder, 'none.eval.yaml');
    const yaml = readFileSync(join(folder, 'prompts.eval.yaml'), 'utf8')
      .replace('{ minPassRate: 0.9, maxRegression: 0.01 }', '{ maxRegression: 0.5 }')
      .replace('baseline:', `mappings: { output: '"never " & body.answer' }\nbaseline:`);
    writeFileSync(path, yaml);
    const found = await rollcall('run', path, '--id', 'none', '--limit', '4', '--json');
    expect(found.code).toBe(1);
    const compared = found.events.at(-1) as unknown as RunComparison & { thresholds: object[] };
    expect(compared.variants.map(({ name, passRate }) => [name, passRate])).toEqual([
      ['old', 0],
      ['new', 0],
    ]);
    expect(compared.thresholds).toMatchObject([
      { variant: 'new', name: 'maxRegression', outcome: 'error', blocks: true },
    ]);
    for (const { evaluationId } of compared.variants) {
      const { json } = await rollcall('results', evaluationId, '--json');
      for (const row of json.rows as ResultRow[]) expect(row.actual_output).toMatch(/^never /);
    }
  });

  it('says why rows failed, of each variant that has any', async () => {
    const path = join(folder, 'broken.eval.yaml');
    const file = readFileSync(join(folder, 'prompts.eval.yaml'), 'utf8');
    // An address of this machine is called only where that is allowed.
    writeFileSync(path, file.replace(',"allowPrivateAddresses":true', ''));
    const { stdout } = await rollcall('run', path, '--id', 'broken', '--limit', '3');
    for (const name of ['old', 'new']) {
      expect(stdout).toMatch(
        new RegExp(`^${name}: 3 errors\n\n  3 × \\w+  rows 1, 2, 3\n.*\n.*allowPrivateAddresses`, 'm'),
      );
    }
  });

  it('continues with --detach, and is compared when its runs have ended', async () => {
    const file = join(folder, 'prompts.eval.yaml');
    const left = await rollcall('run', file, '--id', 'prompts-left', '--limit', '6', '--detach');
    expect(left.stdout.trim()).toBe('prompts-left');
    const ended = async () => (await runsOf('prompts-left')).filter((run) => run.status === 'completed').length;
    while ((await ended()) < 2) await sleep(50);
    expect((await rollcall('compare', 'prompts-left')).code).toBe(0);
    const narrow = await rollcall('run', file, '--id', 'narrow', '--detach', '--concurrency', '1');
    expect(narrow.stderr).toContain('executor.maxConcurrency is 1');
  });
});
