import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runStatement } from '../../../client/athena/run-query.ts';
import type { RunPlan } from '../../../contracts/run-plan.ts';
import { ROWS_PER_SHARD } from '../../../contracts/storage-keys.ts';
import type { PlanDependencies } from '../../../functions/run-planner/dependencies.ts';
import { earlierPass } from '../../../functions/run-planner/earlier-pass.ts';
import { planRun } from '../../../functions/run-planner/plan-run.ts';
import { type StorageCloud, startStorageCloud } from '../../support/storage-cloud.ts';

const client = new SFNClient({});
const sfn = mockClient(client);
const TOOL = { executionMode: 'tool', toolLambdaArn: 'arn:aws:lambda:us-east-1:123456789012:function:tool' };

let cloud: StorageCloud;
let deps: PlanDependencies;
let told: RunPlan[];
beforeAll(async () => {
  cloud = await startStorageCloud();
  await insertRows('three', [0, 1, 2]);
  await insertRows('far-apart', [0, 2 * ROWS_PER_SHARD]);
});
afterAll(() => cloud.close());
beforeEach(() => {
  sfn.reset();
  sfn.on(DescribeExecutionCommand).resolves({ status: 'SUCCEEDED' });
  told = [];
  deps = { ...cloud, sfn: client, observer: { started: (plan) => void told.push(plan), ended() {}, controlled() {} } };
});

const insert = (table: string, columns: string, values: string[]) =>
  runStatement(`INSERT INTO ${table} (${columns}) VALUES ${values.join(', ')}`, cloud);

function insertRows(datasetId: string, indexes: number[], sampleIds = indexes.map((index) => `s${index}`)) {
  const values = indexes.map((index, n) => `('${datasetId}', '${sampleIds[n]}', ${index}, '{"q":1}')`);
  return insert(cloud.tables.datasets, 'dataset_id, sample_id, row_index, input', values);
}

/** Results of earlier passes, as LoadResults leaves them: sample, row_index, status. */
function insertResults(evaluationId: string, rows: [sample: string, index: number, status: string, error?: string][]) {
  const values = rows.map(
    ([sample, index, status, error]) =>
      `('${evaluationId}', '${sample}', ${index}, '${status}', ${error ? `'${error}'` : 'NULL'}, ${status === 'failed' ? "'transient'" : 'NULL'}, 1, 1, 10, 0.5)`,
  );
  const columns =
    'evaluation_id, sample_id, row_index, status, error_name, error_class, attempt, attempts, latency_ms, cost_usd';
  return insert(cloud.tables.results, columns, values);
}

const arnOf = (name: string) => `arn:aws:states:us-east-1:123456789012:execution:rollcall-evaluation:${name}`;
async function plan(name: string, input: unknown, rest: { retryPass?: boolean } = {}): Promise<RunPlan> {
  const execution = { id: arnOf(name), name, startTime: '2026-11-16T00:00:00.000Z' };
  const made = await planRun({ input, execution, ...rest }, deps);
  if (made.outcome !== 'planned') throw new Error(`The plan is ${made.outcome}.`);
  return made;
}

describe('the plan of a new run', () => {
  it('counts the rows, and opens the record with them', async () => {
    const made = await plan('new', { datasetId: 'three', config: { ...TOOL, executor: { maxConcurrency: 2 } } });
    expect(made).toMatchObject({
      evaluationId: 'new',
      total: 3,
      planned: 3,
      children: 1,
      batchRows: ROWS_PER_SHARD,
      maxConcurrency: 2,
      shards: 1,
    });
    expect(made.run).toMatchObject({ attempt: 1, executionMode: 'tool', toolLambdaArn: TOOL.toolLambdaArn });
    expect(await cloud.runs.read('new')).toMatchObject({
      status: 'running',
      total: 3,
      planned: 3,
      shards: 1,
      succeeded: 0,
      pass_id: arnOf('new'),
      started_at: '2026-11-16T00:00:00.000Z',
    });
    expect(told).toEqual([made]);
  });

  it('says in how many shards rows are staged, however few rows there are', async () => {
    expect(await plan('far', { datasetId: 'far-apart', config: TOOL })).toMatchObject({ planned: 2, shards: 3 });
    expect(await cloud.runs.read('far')).toMatchObject({ shards: 3 });
  });

  it('is the same when it is made again, and told once', async () => {
    const input = { datasetId: 'three', config: TOOL };
    const first = await plan('repeated', input);
    const record = await cloud.runs.read('repeated');
    expect(await plan('repeated', input)).toEqual(first);
    expect(await cloud.runs.read('repeated')).toEqual(record);
    expect(told).toHaveLength(1);
  });

  it('has only the first rows when the input limits them', async () => {
    expect(await plan('limited', { datasetId: 'three', config: TOOL, limit: 2 })).toMatchObject({ total: 2 });
  });

  it('of a dataset that is not there is refused', async () => {
    await expect(plan('nothing', { datasetId: 'no-such-dataset', config: TOOL })).rejects.toMatchObject({
      name: 'DatasetNotFound',
      message: 'There is no dataset no-such-dataset, or it has no rows.',
    });
  });

  it.each(['toolInputMapping', 'toolOutputMapping'])('with a %s that is no JSONata is refused', async (field) => {
    const config = { ...TOOL, [field]: '{ "a": ' };
    await expect(plan(`bad-${field}`, { datasetId: 'three', config })).rejects.toMatchObject({
      name: 'MappingSyntax',
      message: expect.stringContaining(`${field} is not valid JSONata`),
    });
  });

  it('takes a stored configuration, also one a person wrote as an object', async () => {
    for (const config of [JSON.stringify(TOOL), TOOL]) {
      await cloud.documents.send(
        new PutCommand({ TableName: cloud.configsTable, Item: { config_id: 'kept', config } }),
      );
      const name = `by-id-${typeof config}`;
      const { run } = await plan(name, { datasetId: 'three', configId: 'kept' });
      expect(run).toMatchObject({ toolLambdaArn: TOOL.toolLambdaArn });
    }
  });

  it('takes a registered target of its tenant, with what the input says of the executor in the place of the target’s', async () => {
    const target = { ...TOOL, integration: 'crm', action: 'update', description: 'x', inputSchema: { type: 'object' } };
    const executor = { timeoutSeconds: 7, maxConcurrency: 3 };
    await cloud.targets.write('default', { ...target, executor });
    const made = await plan('by-target', {
      datasetId: 'three',
      target: 'crm/update',
      executor: { maxConcurrency: 2 },
    });
    expect(made).toMatchObject({ maxConcurrency: 2, run: { targetName: 'crm/update', timeoutSeconds: 7 } });
    const elsewhere = { datasetId: 'three', target: 'crm/update', tenant: 'others' };
    await expect(plan('by-other', elsewhere)).rejects.toMatchObject({ name: 'UnknownTarget' });
  });

  it('keeps a pause that came before its rows were counted', async () => {
    const create: typeof cloud.runs.create = async (record) => {
      const created = await cloud.runs.create(record);
      await cloud.runs.update(record, { status: 'pausing', paused_at: '2026-11-16T00:00:01.000Z' });
      return created;
    };
    deps = { ...deps, runs: { ...cloud.runs, create } };
    await plan('paused-early', { datasetId: 'three', config: TOOL });
    expect(await cloud.runs.read('paused-early')).toMatchObject({
      status: 'pausing',
      paused_at: '2026-11-16T00:00:01.000Z',
      total: 3,
    });
  });
});

describe('a new run whose execution is stopped while its rows are counted', () => {
  it('stays stopped, so that it is closed, and a redrive can take it up', async () => {
    const end = { status: 'cancelled', reason: 'The execution was stopped.', stopped_from_outside: true } as const;
    const create: typeof cloud.runs.create = async (record) => {
      const created = await cloud.runs.create(record);
      await cloud.runs.update(record, end);
      return created;
    };
    deps = { ...deps, runs: { ...cloud.runs, create } };
    await plan('stopped-early', { datasetId: 'three', config: TOOL });
    expect(await cloud.runs.read('stopped-early')).toMatchObject({ ...end, total: 3 });
  });
});

describe('a new run is refused', () => {
  const endpoint = { executionMode: 'endpoint', endpoint: { url: 'https://example.com' } };

  it.each([
    ['an input that names no dataset', { config: TOOL }, 'datasetId is missing'],
    ['a field nobody knows', { datasetId: 'three', config: TOOL, speed: 1 }, 'speed'],
    [
      'an endpoint that may take longer than a function lives',
      { datasetId: 'three', config: { ...endpoint, executor: { timeoutSeconds: 841 } } },
      'executor.timeoutSeconds is 841; with an endpoint or a tool it may be 840 at most',
    ],
    [
      'a budget for a target that does not say what it costs',
      { datasetId: 'three', config: { ...TOOL, executor: { budgetLimit: 1 } } },
      'a Lambda tool does not say what a call costs',
    ],
  ])('for %s', async (_what, input, message) => {
    await expect(plan('refused', input)).rejects.toMatchObject({
      name: 'InvalidRunInput',
      message: expect.stringContaining(message),
    });
    expect(await cloud.runs.find('refused')).toBeUndefined();
  });

  it('for a configuration that is not there', async () => {
    await expect(plan('unkept', { datasetId: 'three', configId: 'unkept' })).rejects.toMatchObject({
      name: 'ConfigNotFound',
    });
  });

  it('for an id that another run has', async () => {
    await plan('taken', { datasetId: 'three', config: TOOL });
    const input = { datasetId: 'three', config: TOOL, evaluationId: 'taken' };
    await expect(plan('another', input)).rejects.toThrow('evaluationId taken belongs to an earlier run');
    expect(await cloud.runs.read('taken')).toMatchObject({ execution_arn: arnOf('taken') });
  });

  it('for a name that cannot be an id', async () => {
    await expect(plan('with space', { datasetId: 'three', config: TOOL })).rejects.toThrow(
      'The execution name "with space" cannot serve as evaluationId',
    );
  });

  it('for rows that share a sample_id', async () => {
    await insertRows('doubled', [0, 1], ['same', 'same']);
    await expect(plan('doubled', { datasetId: 'doubled', config: TOOL })).rejects.toThrow(
      'Dataset doubled has 2 rows but only 1 different sample_id values',
    );
  });
});

describe('the plan of a run that goes on', () => {
  const next = (id: string, retry: 'failed' | 'missing', rest: object = {}) =>
    plan(`${id}-again`, { evaluationId: id, retry, ...rest });

  it('calls the failed rows again, and counts those that stand', async () => {
    await plan('retried', { datasetId: 'three', config: TOOL });
    await insertResults('retried', [
      ['s0', 0, 'succeeded'],
      ['s1', 1, 'failed'],
      ['s2', 2, 'succeeded'],
    ]);
    expect(await next('retried', 'failed')).toMatchObject({ total: 3, planned: 1, run: { attempt: 2 } });
    expect(await cloud.runs.read('retried')).toMatchObject({
      attempt: 2,
      succeeded: 2,
      failed: 0,
      latency_ms_sum: 30,
      cost_usd: 1.5,
      execution_arn: arnOf('retried-again'),
    });
  });

  it('keeps what attempts have cost that later ones have replaced', async () => {
    await plan('replaced', { datasetId: 'three', config: TOOL });
    await insertResults('replaced', [
      ['s0', 0, 'failed'],
      ['s1', 1, 'failed'],
    ]);
    const ended = { cost_usd: 2, status: 'completed' as const, finished_at: '2026-11-16T00:01:00.000Z' };
    await cloud.runs.update(await cloud.runs.read('replaced'), ended);
    expect(await next('replaced', 'failed')).toMatchObject({ planned: 2 });
    expect(await cloud.runs.read('replaced')).toMatchObject({ cost_usd: 2 });
  });

  it('calls only failed rows of a class when told so', async () => {
    await plan('by-class', { datasetId: 'three', config: TOOL });
    await insertResults('by-class', [['s1', 1, 'failed']]);
    expect(await next('by-class', 'failed', { retryClass: 'permanent' })).toMatchObject({ planned: 0 });
  });

  it('calls rows without a result, and loads every shard an earlier pass may have left rows in', async () => {
    await plan('resumed', { datasetId: 'far-apart', config: TOOL });
    await insertResults('resumed', [[`s${2 * ROWS_PER_SHARD}`, 2 * ROWS_PER_SHARD, 'succeeded']]);
    expect(await next('resumed', 'missing')).toMatchObject({ planned: 1, total: 2, shards: 3 });
    expect(await cloud.runs.read('resumed')).toMatchObject({ shards: 3, succeeded: 1, skipped: 0 });
  });

  it.each([
    ['call-again', 'missing', {}, { planned: 2 }, { failed: 0, unknown: 0, called_again: 1 }],
    ['fail', 'missing', {}, { planned: 1 }, { failed: 1, unknown: 1 }],
    ['call-again', 'failed', {}, { planned: 1 }, { failed: 0, unknown: 0, called_again: 1 }],
    ['fail', 'failed', {}, { planned: 0 }, { failed: 1, unknown: 1 }],
    ['fail', 'failed', { onUnknown: 'call-again' }, { planned: 1 }, { failed: 0, unknown: 0, called_again: 1 }],
  ] as const)(
    'with onUnknown %s, over %s rows: one whose call may have been made %j',
    async (onUnknown, retry, rest, made, record) => {
      const id = `lost-${onUnknown}-${retry}${Object.keys(rest).length}`;
      await plan(id, { datasetId: 'three', config: { ...TOOL, executor: { onUnknown } } });
      await insertResults(id, [
        ['s0', 0, 'succeeded'],
        ['s1', 1, 'failed', 'OutcomeUnknown'],
      ]);
      expect(await next(id, retry, rest)).toMatchObject(made);
      expect(await cloud.runs.read(id)).toMatchObject({ succeeded: 1, ...record });
    },
  );

  it('begins by sweeping the pass before it, if that was cut off', async () => {
    await plan('cut-off', { datasetId: 'three', config: TOOL });
    const event = (rest: object = {}) => ({
      input: { evaluationId: 'cut-off', retry: 'missing' },
      execution: { id: arnOf('cut-off-again'), name: 'cut-off-again', startTime: '2026-11-16T00:00:00.000Z' },
      ...rest,
    });
    expect(await earlierPass(event(), deps)).toMatchObject({
      outcome: 'sweep',
      run: { evaluationId: 'cut-off', attempt: 1 },
      planned: 3,
      manifestKey: 'runs/cut-off/rows/1/batches.jsonl',
    });
    expect(await earlierPass(event({ isSwept: true }), deps)).toBeUndefined();
    sfn.on(DescribeExecutionCommand).resolves({ status: 'RUNNING' });
    await expect(earlierPass(event(), deps)).rejects.toMatchObject({ name: 'RunStillActive' });
  });

  it('is a pass of the same execution when retryFailed adds it, and is not told as another start', async () => {
    await plan('once-more', { datasetId: 'three', config: { ...TOOL, executor: { retryFailed: true } } });
    await insertResults('once-more', [['s1', 1, 'failed']]);
    const again = await plan('once-more', { datasetId: 'three', config: TOOL }, { retryPass: true });
    expect(again).toMatchObject({ planned: 1, retryFailed: false, run: { attempt: 2 } });
    expect(await cloud.runs.read('once-more')).toMatchObject({ pass_id: `${arnOf('once-more')}#retry` });
    expect(told).toHaveLength(1);
  });

  it('takes a higher budget from the input', async () => {
    const executor = { budgetLimit: 1, assumeCostPerRow: 0.1 };
    await plan('richer', { datasetId: 'three', config: { ...TOOL, executor } });
    expect((await next('richer', 'missing', { budgetLimit: 5 })).run.budgetLimit).toBe(5);
  });

  it.each(['RUNNING', 'PENDING_REDRIVE'] as const)('is refused while its execution is %s', async (status) => {
    const id = `going-${status}`;
    await plan(id, { datasetId: 'three', config: TOOL });
    sfn.on(DescribeExecutionCommand).resolves({ status });
    await expect(next(id, 'missing')).rejects.toMatchObject({ name: 'RunStillActive' });
    expect(await cloud.runs.read(id)).toMatchObject({ attempt: 1, execution_arn: arnOf(id) });
  });

  it('is refused when another execution took the run over meanwhile', async () => {
    await plan('contested', { datasetId: 'three', config: TOOL });
    const read: typeof cloud.runs.read = async (id) => {
      const record = await cloud.runs.read(id);
      await cloud.runs.update(record, { pass_id: 'another pass', execution_arn: arnOf('faster') });
      return record;
    };
    let reads = 0;
    deps = { ...deps, runs: { ...cloud.runs, read: (id) => (reads++ === 0 ? read(id) : cloud.runs.read(id)) } };
    await expect(next('contested', 'missing')).rejects.toMatchObject({ name: 'RunStillActive' });
    expect(await cloud.runs.read('contested')).toMatchObject({ execution_arn: arnOf('faster') });
  });

  it('is refused when there is no such run', async () => {
    await expect(next('unheard-of', 'missing')).rejects.toMatchObject({ name: 'RunNotFound' });
  });
});
