import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../contracts/summary.ts';
import { numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { exportRun, readWithCsvParse } from '../support/exports.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const TICKETS = [
  { subject: 'Refund', body: 'I was charged twice.' },
  { subject: 'Crash', body: 'It crashes with an error.' },
  { subject: 'Nothing', body: '' },
  { subject: 'Login', body: 'My password is refused.' },
  { subject: 'Hours', body: 'When are you open?' },
];
const USAGE = { input_tokens: 100, output_tokens: 20 };

/** Seed 004, whole runs. */
describe('The orchestrator', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  let byEndpoint: Summary;
  const target = () => ({ url: endpoint.url, allowPrivateAddresses: true });
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }) =>
        n === 2
          ? { status: 422, body: { error: 'no' } }
          : { body: { answer: `row ${n}`, cost_usd: 0.25, usage: USAGE }, delayMs: 5 },
      ),
    ]);
    await rollcall.insertDataset('mission-tickets', TICKETS);
    await rollcall.insertDataset('mission-numbers', numbers(5));
    byEndpoint = await rollcall.run('mission-endpoint', {
      datasetId: 'mission-numbers',
      config: {
        endpoint: target(),
        endpointInputMapping: '{ "n": input.n, "asked": true }',
        endpointOutputMapping: '($assert(body.answer != "row 3", "not this one"); body.answer)',
      },
    });
  });
  afterAll(() => endpoint?.close());

  it('calls an endpoint for every row of a dataset, from the input of StartExecution alone, and has the results in a table', async () => {
    expect(byEndpoint).toMatchObject({
      status: 'completed',
      total: 5,
      succeeded: 3,
      failed: 2,
      skipped: 0,
      errors: { permanent: 1, validation: 1 },
    });
    const rows = await rollcall.results('mission-endpoint', 'row_index, status, actual_output, error_name');
    expect(rows).toEqual(
      [null, null, 'TargetRejected', 'MappingFailed', null].map((error_name, n) => ({
        row_index: String(n),
        status: error_name ? 'failed' : 'succeeded',
        actual_output: error_name ? null : `row ${n}`,
        error_name,
      })),
    );
    expect([...endpoint.calls.values()]).toEqual([1, 1, 1, 1, 1]);
  });

  it('maps inputs and outputs by JSONata, and fails the row for which a mapping fails', async () => {
    const [first, , , third] = await rollcall.results('mission-endpoint', 'request, error_name, error_class');
    expect(JSON.parse(first?.request ?? '')).toEqual({ n: 0, asked: true });
    expect(third).toMatchObject({ error_name: 'MappingFailed', error_class: 'validation' });
  });

  it('refuses a run whose mapping does not compile before it calls a row', async () => {
    const calls = endpoint.total();
    const config = { endpoint: target(), endpointOutputMapping: 'body.(' };
    const execution = await rollcall.start('mission-syntax', { datasetId: 'mission-numbers', config });
    expect(await rollcall.end(execution)).toMatchObject({ status: 'FAILED', error: 'MappingSyntax' });
    expect(await rollcall.record('mission-syntax')).toMatchObject({ status: 'failed' });
    expect(endpoint.total()).toBe(calls);
  });

  it('has tokens, latency and cost of each row and of the run', async () => {
    const [row] = await rollcall.results('mission-endpoint', 'prompt_tokens, completion_tokens, latency_ms, cost_usd');
    expect(row).toMatchObject({ prompt_tokens: '100', completion_tokens: '20', cost_usd: '0.25' });
    expect(Number(row?.latency_ms)).toBeGreaterThanOrEqual(5);
    expect(byEndpoint).toMatchObject({ costUsd: 1, tokens: { prompt: 400, completion: 80 } });
    expect(byEndpoint.latencyMs.p95).toBeGreaterThanOrEqual(5);
  });

  it('runs an agent for every row, waits for it and normalizes its answer', async () => {
    const summary = await rollcall.run('mission-agent', {
      datasetId: 'mission-tickets',
      config: { executionMode: 'agent', agentStateMachineArn: rollcall.output('AgentStateMachineArn') },
    });
    expect(summary).toMatchObject({ status: 'completed', total: 5, succeeded: 4, failed: 1 });
    const rows = await rollcall.results('mission-agent', 'input, actual_output, total_tokens, trace_ref, request');
    expect(rows.map((row) => row.actual_output)).toEqual(['billing', 'bug', null, 'account', 'question']);
    expect(rows[0]?.total_tokens).toBe('6');
    expect(JSON.parse(rows[2]?.request ?? '')).toMatchObject({ input: JSON.parse(rows[2]?.input ?? '') });
    expect(rows.every((row) => row.trace_ref?.includes(':execution:quickstart-agent:'))).toBe(true);
  });

  it('invokes a tool for every row, by a stored configuration whose defaults it fills in', async () => {
    const config = {
      executionMode: 'tool',
      toolLambdaArn: rollcall.output('ToolFunctionArn'),
      toolInputMapping: 'input',
      toolOutputMapping: 'category',
      executor: { maxConcurrency: 3 },
      rateLimit: { requestsPerMinute: 6_000 },
    };
    const Item = { config_id: 'mission-tool', config };
    await rollcall.documents.send(new PutCommand({ TableName: rollcall.output('ConfigsTableName'), Item }));
    const summary = await rollcall.run('mission-tool', { datasetId: 'mission-tickets', configId: 'mission-tool' });
    expect(summary).toMatchObject({ status: 'completed', total: 5, succeeded: 4, failed: 1 });
    const rows = await rollcall.results('mission-tool', 'actual_output, error_message');
    expect(rows.map((row) => row.actual_output)).toEqual(['billing', 'bug', null, 'account', 'question']);
    expect(rows[2]?.error_message).toContain('has no text to sort');
    const { executor } = JSON.parse((await rollcall.record('mission-tool')).config);
    expect(executor).toMatchObject({ maxConcurrency: 3, stopOnError: 'continue', retryPolicy: { maxAttempts: 3 } });
  });

  it('exports a run as one CSV with a header, behind a signed link', async () => {
    const { url = '', rows } = await exportRun(rollcall, { evaluationId: 'mission-tool' });
    expect(rows).toBe(5);
    expect(new URL(url).searchParams.has('X-Amz-Signature')).toBe(true);
    const [header, ...cells] = readWithCsvParse(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const output = header?.indexOf('actual_output') ?? -1;
    expect(cells.map((row) => row[output])).toEqual(['billing', 'bug', null, 'account', 'question']);
  });
});
