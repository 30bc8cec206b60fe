import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBatchApis } from '../../examples/batch-apis/batch-apis.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

describe('A run started by StartExecution alone', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }) =>
        n === 2 ? { status: 422, body: { error: 'no' } } : { body: { answer: `row ${n}` } },
      ),
    ]);
    await rollcall.insertDataset(
      'modes-numbers',
      [0, 1, 2, 3, 4].map((n) => ({ n })),
    );
  });
  afterAll(() => endpoint?.close());

  it('never calls the local cloud itself, whatever its configuration allows', async () => {
    const { endpoint: gateway } = rollcall.cloud;
    const urls = [gateway, gateway.replace('127.0.0.1', 'localhost'), `${rollcall.output('ApiUrl')}/api/v1/keys`];
    for (const [index, url] of urls.entries()) {
      const config = { endpoint: { url, allowPrivateAddresses: true }, executor: { maxConcurrency: 5 } };
      await rollcall.run(`own-address-${index}`, { datasetId: 'modes-numbers', config });
      const rows = await rollcall.results(`own-address-${index}`, 'error_name');
      expect(rows).toEqual(Array(5).fill({ error_name: 'AddressRefused' }));
    }
  });

  it('submits rows as provider batches, and retries failed ones in a new batch or one by one', async () => {
    // Of a job's rows the first, the third and the fifth fail.
    const apis = await startBatchApis({ takesMs: 500, faults: { everyFailed: 2, shuffled: true } });
    const config = {
      endpoint: { url: `${apis.url}/v1/chat/completions`, allowPrivateAddresses: true },
      endpointInputMapping: '{ "model": "gpt-4o", "messages": [{ "role": "user", "content": $string(input.n) }] }',
      bulkConfig: { preset: 'openai-batches', maxItemsPerCall: 5, job: { pollSeconds: 1 } },
    };
    const rows = async () =>
      (await rollcall.results('by-jobs', 'actual_output, call_mode')).map((row) => Object.values(row));
    const retry = async (options: object) => {
      await rollcall.control('retry', 'by-jobs', options);
      await rollcall.until('by-jobs', 'completed');
      await rollcall.end((await rollcall.record('by-jobs')).execution_arn);
    };
    const summary = await rollcall.run('by-jobs', { datasetId: 'modes-numbers', config });
    expect(summary).toMatchObject({ status: 'completed', succeeded: 2, failed: 3, bulkCallsMade: 1 });
    const [second, fourth] = [1, 3].map((n) => [`done ${n}`, 'bulk']);
    expect(await rows()).toEqual([[null, 'bulk'], second, [null, 'bulk'], fourth, [null, 'bulk']]);
    await retry({});
    expect(await rows()).toEqual([[null, 'bulk'], second, ['done 2', 'bulk'], fourth, [null, 'bulk']]);
    expect([...apis.jobs.values()].map(({ items }) => items.length)).toEqual([5, 3]);
    await retry({ individually: true });
    const alone = [0, 4].map((n) => [`done ${n}`, 'individual']);
    expect(await rows()).toEqual([alone[0], second, ['done 2', 'bulk'], fourth, alone[1]]);
    expect(apis.jobs.size).toBe(2);
    await apis.close();
  });

  it('runs an EXPRESS agent for every row at the pace of its rate limit', async () => {
    const config = {
      executionMode: 'agent',
      agentStateMachineArn: rollcall.output('CountingExpressAgentArn'),
      agentInputMapping: `{ "n": input.n, "url": "${endpoint.url}" }`,
      executor: { maxConcurrency: 3 },
      rateLimit: { requestsPerMinute: 6_000 },
    };
    const summary = await rollcall.run('by-express-agent', { datasetId: 'modes-numbers', config });
    expect(summary).toMatchObject({ status: 'completed', total: 5, succeeded: 4, failed: 1 });
    const rows = await rollcall.results('by-express-agent', 'actual_output, trace_ref, request');
    expect(rows.map((row) => row.actual_output)).toEqual(['row 0', 'row 1', null, 'row 3', 'row 4']);
    expect(rows.every((row) => row.trace_ref?.includes(':express:counting-express-agent:'))).toBe(true);
    expect(JSON.parse(rows[4]?.request ?? '')).toEqual({ n: 4, url: endpoint.url });
  });

  it('fails if the dataset does not exist, and its record says so', async () => {
    const config = { endpoint: { url: endpoint.url, allowPrivateAddresses: true } };
    const execution = await rollcall.end(await rollcall.start('empty', { datasetId: 'no-such-dataset', config }));
    expect(execution).toMatchObject({ status: 'FAILED', error: 'DatasetNotFound' });
    const reason = expect.stringContaining('There is no dataset no-such-dataset, or it has no rows.');
    expect(await rollcall.record('empty')).toMatchObject({ status: 'failed', reason });
  });

  it('fails at once on an invalid input, and its record says why', async () => {
    const execution = await rollcall.end(
      await rollcall.start('wrong', {
        datasetId: 'modes-numbers',
        config: { executionMode: 'agent', agentStateMachineArn: 'x' },
      }),
    );
    expect(execution).toMatchObject({ status: 'FAILED', error: 'InvalidRunInput' });
    expect(await rollcall.record('wrong')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('agentStateMachineArn must be the ARN of a state machine'),
    });
  });
});
