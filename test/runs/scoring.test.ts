import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gradeOf, PASSED } from '../../core/pass-rate.ts';
import { type Answer, rollcall as commandLine } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
let folder: string;

/** Row 3 fails, row 5 is wrong, the answer of row 6 is right but for its case. */
const ANSWERS = ['zero', 'one', 'two', '', 'four', 'FIVE!', 'Six', 'seven'];
const EXPECTED = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-scoring-'));
  [cloud, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }) =>
      Number(n) === 3 ? { status: 422, body: { error: 'no' } } : { body: { answer: ANSWERS[Number(n)] } },
    ),
  ]);
  writeFileSync(join(folder, 'words.csv'), `n,expected\n${EXPECTED.map((word, n) => `${n},${word}`).join('\n')}\n`);
  const target = JSON.stringify({ endpoint: { url: endpoint.url, allowPrivateAddresses: true } });
  writeFileSync(
    join(folder, 'words.eval.yaml'),
    `dataset: { file: words.csv, idColumn: n, fields: [n] }
target: ${target}
executor: { maxConcurrency: 4 }
evaluators:
  - exact
  - { type: similarity, name: near, method: levenshtein, required: false }
thresholds: { minPassRate: 0.7, minScore: { exact: 0.7, near: 0.95 } }
`,
  );
  writeFileSync(
    join(folder, 'lenient.yaml'),
    `evaluators:
  - { type: exact, ignoreCase: true }
  - { type: jsonata, name: broken, expression: $number(actual), required: false }
`,
  );
});
afterAll(async () => {
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rollcall = (...words: string[]): Promise<Answer> => commandLine(...words, '--data', cloud.dataDir);
const scoresOf = async (id: string) =>
  (await cloud.results(id, 'scores, passed')).map(({ scores, passed }) => [passed, scores && JSON.parse(scores)]);

describe('who is in the pass rate', () => {
  it('is the same in SQL and in TypeScript, whatever a row says', async () => {
    const rows = (['succeeded', 'failed', 'skipped'] as const).flatMap((status) =>
      [true, false, null].map((passed) => ({ status, passed })),
    );
    const values = rows.map(({ status, passed }, n) => `(${n}, '${status}', CAST(${passed} AS boolean))`);
    const found = await cloud.query(
      `SELECT n, ${PASSED} AS grade FROM (VALUES ${values.join(', ')}) AS t (n, status, passed) ORDER BY n`,
    );
    expect(found.map(({ grade }) => grade)).toEqual(rows.map((row) => gradeOf(row)?.toString() ?? null));
    expect(rows.filter((row) => row.status === 'skipped' && gradeOf(row) !== undefined)).toEqual([]);
  });
});

describe('a run with evaluators', () => {
  it('scores every answer after its rows have settled, and holds the scores against the thresholds', async () => {
    const answer = await rollcall('run', join(folder, 'words.eval.yaml'), '--id', 'words', '--json');
    expect(answer.code).toBe(1);
    expect(answer.events.at(-1)).toMatchObject({
      summary: {
        passRate: 5 / 8,
        passed: 5,
        compared: 8,
        passedBy: 'scores',
        wrong: 2,
        passRateInterval: { low: expect.closeTo(0.28, 1), high: expect.closeTo(0.89, 1) },
        // The median of eight lies between the first and the last; no interval of p95 takes fewer than 72.
        latencyIntervals: { p50: { low: expect.any(Number), high: expect.any(Number) } },
        scores: {
          exact: { mean: 5 / 7, scored: 7, passed: 5, errors: 0 },
          near: { mean: expect.closeTo((6 + 4 / 5) / 7, 6), scored: 7, errors: 0 },
        },
      },
      thresholds: [
        { name: 'minPassRate', limit: 0.7, actual: 0.625, met: false },
        { name: 'minScore.exact', limit: 0.7, met: true },
        { name: 'minScore.near', limit: 0.95, met: true },
      ],
    });
    const rows = await scoresOf('words');
    expect(rows[0]).toEqual(['true', { exact: { score: 1, passed: true }, near: { score: 1, passed: true } }]);
    expect(rows[3]).toEqual(['false', null]);
    expect(rows[5]).toMatchObject(['false', { exact: { score: 0, passed: false }, near: { score: 0.8 } }]);
  });

  it('shows scores in exports, a column for each part', async () => {
    const path = join(folder, 'words.csv.out');
    await rollcall('export', 'words', '-o', path);
    const [header = ''] = readFileSync(path, 'utf8').split('\n');
    for (const column of ['_passed', 'scores.exact', 'scores.exact.passed', 'scores.near.reason']) {
      expect(header).toContain(column);
    }
  });

  it('is scored again by other evaluators without calling a row', async () => {
    const calls = endpoint.total();
    const answer = await rollcall('score', 'words', '--evaluators', join(folder, 'lenient.yaml'));
    expect(answer.stderr).not.toContain('Error');
    expect(answer.code).toBe(0);
    expect(answer.stdout).toContain('75.0% (6 of 8)');
    expect(answer.stdout).toMatch(/broken\s+mean 0\.000 · 0 of 0 passed · 7 errors/);
    expect(endpoint.total()).toBe(calls);
    const rows = await scoresOf('words');
    expect(rows[6]).toEqual([
      'true',
      { exact: { score: 1, passed: true }, broken: { error: expect.stringContaining('number') } },
    ]);
    expect(await cloud.record('words')).toMatchObject({ status: 'completed', succeeded: 7, failed: 1, total: 8 });
    const totals = ['passed', 'right', 'failed', 'wrong', 'error'].map(async (verdict) => {
      const { json } = await rollcall('results', 'words', '--verdict', verdict, '--json');
      return (json as { total: number }).total;
    });
    const [passed, right, failed, wrong, error] = await Promise.all(totals);
    expect({ right, failed, wrong }).toEqual({ right: passed, failed: 1, wrong: 1 });
    expect(error).toBe((await rollcall('results', 'words', '--status', 'failed', '--json')).json?.total);
  });

  it('lists rows by their score: of one evaluator, or of all by their weights', async () => {
    const rowsWith = async (...words: string[]) =>
      ((await rollcall('results', 'words', ...words, '--json')).json as { rows: { row_index: number }[] }).rows.map(
        (row) => row.row_index,
      );
    expect(await rowsWith('--min-score', 'exact=0.5')).toEqual([0, 1, 2, 4, 6, 7]);
    expect(await rowsWith('--max-score', '0')).toEqual([5]);
    const { stderr } = await rollcall('results', 'words', '--min-score', 'near=0.5');
    expect(stderr).toContain('exact, broken');
  });

  it('is marked by people, whose word stays when it is scored again and is held against the evaluators', async () => {
    const marked = await rollcall('mark', 'words', '6', 'wrong', '--note', "it's shouting", '--by', 'ann', '--json');
    expect(marked.json).toMatchObject({ rowIndex: 5, human: { passed: false, reason: "it's shouting", by: 'ann' } });
    expect((await rollcall('mark', 'words', '7', 'failed')).code).toBe(0);
    expect((await rollcall('mark', 'words', '1', 'passed')).code).toBe(0);
    expect((await rollcall('mark', 'words', '99', 'right')).stderr).toContain(
      'has no result for row 99 (row_index 98)',
    );
    const { stdout } = await rollcall('score', 'words');
    expect(stdout).toMatch(/people and exact agree on 66\.7% of 3 rows · κ 0\.40.* · disagree on row /);
    const rows = await scoresOf('words');
    expect(rows[6]).toMatchObject(['true', { exact: { passed: true }, human: { passed: false } }]);
    expect(rows[5]).toMatchObject(['false', { human: { by: 'ann' } }]);
  });

  it('refuses what cannot be scored', async () => {
    expect((await rollcall('score', 'nobody')).stderr).toContain('nobody');
    writeFileSync(join(folder, 'wrong.yaml'), 'evaluators: [exact, { type: regex, patern: x }]\n');
    const answer = await rollcall('score', 'words', '--evaluators', join(folder, 'wrong.yaml'));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('wrong.yaml:1:');
  });
});
