import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { logKey } from '../../domain/run-log/log-keys.ts';
import { rollcall as commandLine } from '../support/command-line.ts';
import { countedConfig, modesFor, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint, type Reply } from '../support/counting-endpoint.ts';
import { download, exportRun, readWithCsvParse } from '../support/exports.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 10;
const FINE = { usage: { prompt_tokens: 3, completion_tokens: 2 }, cost_usd: 0.5 };

let rollcall: RollcallCloud;
let endpoint: CountingEndpoint;
let reply: (n: number, call: number) => Reply;
beforeAll(async () => {
  [rollcall, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }, call) => reply(n, call)),
  ]);
  await rollcall.insertDataset('hostile-numbers', numbers(ROWS));
});
beforeEach(() => endpoint.calls.clear());
afterAll(() => endpoint?.close());

const input = (mode: ExecutionMode, executor: object = {}) => ({
  datasetId: 'hostile-numbers',
  config: countedConfig(mode, rollcall, endpoint, executor),
});
const cli = async (...words: string[]) => {
  const answer = await commandLine(...words, '--data', rollcall.dataDir);
  expect(answer.code, answer.stderr).toBe(0);
  return answer;
};
const answering = (body: object): Reply => ({ body: { answer: 'yes', ...FINE, ...body } });

/** What a person asks of a run, each of which once died of one number. */
async function expectReadable(evaluationId: string): Promise<void> {
  expect((await cli('status', evaluationId, '--json')).json).toMatchObject({ evaluationId });
  expect((await cli('results', evaluationId, '--json')).stdout).toContain('"s0"');
  const rows = readWithCsvParse(await download(rollcall, await exportRun(rollcall, { evaluationId })));
  expect(rows).toHaveLength(ROWS + 1);
}

describe('numbers in answers that no column holds', () => {
  const ATTACKS: Record<number, { body: object | string; columns: Partial<ResultRow>; note: string }> = {
    1: { body: { usage: { prompt_tokens: 1e19 } }, columns: { prompt_tokens: null }, note: 'prompt_tokens = 1' },
    2: { body: { usage: { completion_tokens: 1e308 } }, columns: { completion_tokens: null }, note: '1e+308' },
    3: { body: { usage: { total_tokens: '9'.repeat(30) } }, columns: { total_tokens: null }, note: 'total_tokens' },
    4: { body: { cost_usd: 1e100 }, columns: { cost_usd: null }, note: 'cost_usd = 1e+100' },
    5: { body: '{"answer":"yes","cost_usd":1e400}', columns: { cost_usd: null }, note: 'cost_usd = Infinity' },
    6: { body: { usage: { prompt_tokens: -7 } }, columns: { prompt_tokens: null }, note: 'prompt_tokens = -7' },
    7: { body: { cost_usd: 5e-324 }, columns: { cost_usd: 0 }, note: '' },
  };

  it('become NULL with a note in the row, and every other row is loaded', async () => {
    reply = (n) => {
      const body = ATTACKS[n]?.body ?? {};
      return typeof body === 'string' ? { body } : answering(body);
    };
    expect(await rollcall.run('attacked', input('endpoint'))).toMatchObject({
      status: 'completed',
      succeeded: ROWS,
      tokens: { prompt: 3 * 5, completion: 2 * 5 },
      costUsd: 0.5 * 7,
    });
    const rows = await rollcall.results('attacked');
    for (const [n, { columns, note }] of Object.entries(ATTACKS)) {
      const row = rows[Number(n)];
      for (const [name, value] of Object.entries(columns)) {
        expect(row?.[name] === null ? null : Number(row?.[name]), `${name} of row ${n}`).toBe(value);
      }
      expect(row?.error_message ?? '', `row ${n}`).toContain(note);
    }
    expect(rows[0]).toMatchObject({ prompt_tokens: '3', error_message: null });
    expect((await cli('results', 'attacked', '--row', '2')).stdout).toContain('Set aside: prompt_tokens');
    await expectReadable('attacked');
  });

  it.each(modesFor('agent'))('%s: do not keep a run from completing', async (mode) => {
    reply = () => answering({ usage: { prompt_tokens: 1e19, completion_tokens: 1e21 }, cost_usd: 1e100 });
    expect(await rollcall.run(`whole-${mode}`, input(mode))).toMatchObject({ status: 'completed', succeeded: ROWS });
    await expectReadable(`whole-${mode}`);
  });

  it('do not keep out rows whose message is cut between the halves of an emoji', async () => {
    const error = '😀'.repeat(5_000);
    reply = (n) => ({ status: 422, body: n % 2 ? error : `x${error}`, headers: { 'content-type': 'text/plain' } });
    expect(await rollcall.run('cut', input('endpoint'))).toMatchObject({ status: 'completed', failed: ROWS });
  });
});

describe('a cost that cannot be', () => {
  it.each(modesFor('tool'))('%s: is unknown, which halts a run that has a budget', async (mode) => {
    reply = (n) => answering(n < 2 ? {} : { cost_usd: 1e100 });
    const summary = await rollcall.run(`budget-${mode}`, input(mode, { budgetLimit: 100 }));
    expect(summary).toMatchObject({ status: 'halted', succeeded: 3, skipped: ROWS - 3, costUsd: 1 });
    expect(summary.reason).toContain('what row s2 has cost is not known');
    expect(endpoint.total()).toBe(3);
  });

  it.each([
    ['with a refusal', () => ({ status: 400, body: { error: 'no', cost_usd: 1e100 } })],
    [
      'after a failure that said what it cost',
      (_n: number, call: number) =>
        call === 1
          ? { status: 503, body: { cost_usd: 0.01 }, headers: { 'retry-after': '0' } }
          : answering({ cost_usd: 1e100 }),
    ],
    [
      'with a failure that is tried again',
      (_n: number, call: number) =>
        call === 1
          ? { status: 503, body: { cost_usd: 1e100 }, headers: { 'retry-after': '0' } }
          : answering({ cost_usd: 0.01 }),
    ],
    [
      'beside tokens that cannot be',
      () => answering({ cost_usd: undefined, model: 'gpt-4o', usage: { prompt_tokens: 1e19, completion_tokens: 1 } }),
    ],
  ])('halts it when it comes %s, too', async (how, answer) => {
    reply = answer;
    const summary = await rollcall.run(`budget-${how.replaceAll(' ', '-')}`, input('endpoint', { budgetLimit: 100 }));
    expect(summary).toMatchObject({ status: 'halted', skipped: ROWS - 1 });
  });
});

describe('an object that is not a log entry in the place of one', () => {
  it('keeps no row out of the table', async () => {
    reply = () => answering({});
    const bodies = [
      '{"evaluation_id":"x","sample_id":"s4","row_ind',
      '[1,2]',
      // No text.
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x7d]),
      // A row without a name.
      '{"status":"succeeded"}',
      // A row cut in the middle of an emoji.
      '{"sample_id":"s4","row_index":4,"attempt":1,"status":"failed","error_message":"\\ud83d"}',
    ];
    for (const [index, Body] of bodies.entries()) {
      const Key = logKey({ evaluationId: 'corrupt', attempt: 1, shard: 0, batch: 0 }, index + 1);
      await rollcall.s3.send(new PutObjectCommand({ Bucket: rollcall.output('DataBucketName'), Key, Body }));
    }
    const summary = await rollcall.run('corrupt', input('endpoint'));
    expect(summary).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(await rollcall.results('corrupt')).toHaveLength(ROWS);
  });
});
