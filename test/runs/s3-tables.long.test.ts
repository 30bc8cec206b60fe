import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResultStage } from '../../client/monitors/result-stage.ts';
import type { DatasetImport } from '../../contracts/api/datasets.ts';
import { synthesize } from '../../dev/synthesize.ts';
import { ApiClient } from '../support/api-client.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

const ARN = 'us-east-1:000000000000';
const AGENT = `arn:aws:states:${ARN}:stateMachine:quickstart-agent`;

describe('with -c tables=s3tables, the API and traces of agents', () => {
  let rollcall: RollcallCloud;
  let api: ApiClient;
  let outdir: string;
  let tables: string;
  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), 'rollcall-s3tables-'));
    const targets = { toolLambdaArns: `arn:aws:lambda:${ARN}:function:*`, agentStateMachineArns: AGENT };
    await synthesize(outdir, { tables: 's3tables', api: 'true', traceAgents: 'true', ...targets, checks: 'false' });
    const quickstart = (await testAssemblies()).slice(1);
    rollcall = await RollcallCloud.start([outdir, ...quickstart]);
    api = await ApiClient.create(rollcall);
    tables = `"${rollcall.output('CatalogName')}"."${rollcall.output('DatabaseName')}"`;
  });
  afterAll(async () => {
    await rollcall?.close();
    await rm(outdir, { recursive: true, force: true });
  });

  const invoke = async (FunctionName: string, event: object = {}) => {
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
    const { FunctionError, Payload } = await rollcall.lambda.send(command);
    expect(FunctionError, Buffer.from(Payload ?? []).toString()).toBeUndefined();
  };

  it('the same run leaves its rows in the table bucket’s catalog, from the import to their end', async () => {
    const rows = [
      { body: 'I want a refund', expected: 'billing' },
      { body: 'It crashes', expected: 'billing' },
    ];
    const { dataset } = await api.data<DatasetImport>('POST', 'datasets', { rows, name: 'tickets' });
    const summary = await rollcall.run('in-s3-tables', {
      datasetId: dataset?.datasetId,
      config: {
        executionMode: 'tool',
        toolLambdaArn: rollcall.output('ToolFunctionArn'),
        toolOutputMapping: 'category',
        evaluators: ['exact'],
        export: { enabled: true },
      },
    });
    expect(summary).toMatchObject({ status: 'completed', succeeded: 2, passRate: 0.5 });
    await api.data('PUT', 'runs/in-s3-tables/rows/1/mark', { verdict: 'right' });
    const results = `SELECT actual_output, passed, json_extract_scalar(scores, '$.human.score') AS human
      FROM ${tables}."evaluation_results_evaluations" WHERE evaluation_id = 'in-s3-tables' ORDER BY row_index`;
    expect(await api.data('GET', 'datasets')).toMatchObject({ datasets: [{ datasetId: dataset?.datasetId, rows: 2 }] });
    // What people say of rows is written after the answer.
    await expect
      .poll(() => rollcall.query(results))
      .toEqual([
        { actual_output: 'billing', passed: 'true', human: null },
        { actual_output: 'bug', passed: 'false', human: '1' },
      ]);
    expect((await api.send('DELETE', 'runs/in-s3-tables')).status).toBe(202);
    await expect.poll(() => rollcall.query(results)).toEqual([]);
  });

  it('rows of a run that is stopped before they are loaded are loaded all the same', async () => {
    const { dataset } = await api.data<DatasetImport>('POST', 'datasets', {
      rows: [{ body: 'Hello' }],
      name: 'greetings',
    });
    await rollcall.holdLease('another run');
    const config = { executionMode: 'tool', toolLambdaArn: rollcall.output('ToolFunctionArn') };
    const executionArn = await rollcall.start('stopped', { datasetId: dataset?.datasetId, config });
    await rollcall.untilEntered(executionArn, 'WaitForLease');
    await rollcall.holdLease(executionArn);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn }));
    const loaded = `SELECT status FROM ${tables}."evaluation_results_evaluations" WHERE evaluation_id = 'stopped'`;
    await expect.poll(() => rollcall.query(loaded)).toEqual([{ status: 'succeeded' }]);
  });

  it('results of monitors are loaded into the table bucket’s catalog', async () => {
    const stage = new ResultStage({ s3: rollcall.s3, bucket: rollcall.output('DataBucketName') });
    const evaluatedAt = new Date().toISOString();
    const result = { version: 1, traceId: 'a-1', threadId: 'a', turns: 1, scores: {}, costUsd: 0, passed: true };
    await stage.add({ tenant: 'default', monitor: 'polite', id: 'a#v1', result: { ...result, evaluatedAt } });
    await invoke('rollcall-monitor-loader');
    expect(await rollcall.query(`SELECT monitor, thread_id FROM ${tables}."monitor_results"`)).toEqual([
      { monitor: 'polite', thread_id: 'a' },
    ]);
  });

  it('executions of the agent become traces, by their events and by the sweep', async () => {
    // Events leave long texts out.
    for (const body of ['Hello', 'long '.repeat(51_000)]) {
      const input = JSON.stringify({ thread_id: 'chat', input: { body } });
      await rollcall.sfn.send(new StartExecutionCommand({ stateMachineArn: AGENT, input }));
    }
    await expect.poll(() => api.data('GET', 'threads')).toMatchObject({ threads: [{ threadId: 'chat', turns: 2 }] });
    await invoke('rollcall-trace-collector', { agents: [AGENT] });
  });

  it('an execution whose event comes again is moved to the thread that it belongs to by now', async () => {
    const FunctionName = 'rollcall-trace-collector';
    const { Environment } = await rollcall.lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const Variables = { ...Environment?.Variables, TRACE_THREAD_ID: '"moved"' };
    await rollcall.lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
    const { executions = [] } = await rollcall.sfn.send(new ListExecutionsCommand({ stateMachineArn: AGENT }));
    const bodies = await Promise.all(
      executions.map(async ({ executionArn }) => {
        const execution = await rollcall.sfn.send(new DescribeExecutionCommand({ executionArn }));
        const [startDate, stopDate] = [execution.startDate?.getTime(), execution.stopDate?.getTime()];
        return JSON.stringify({ detail: { ...execution, startDate, stopDate } });
      }),
    );
    await invoke(FunctionName, { Records: bodies.map((body, messageId) => ({ messageId: String(messageId), body })) });
    expect(await api.data('GET', 'threads')).toMatchObject({ threads: [{ threadId: 'moved', turns: 2 }] });
  });
});
