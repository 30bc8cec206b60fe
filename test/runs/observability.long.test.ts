import { setTimeout as sleep } from 'node:timers/promises';
import { GetNamedQueryCommand, ListNamedQueriesCommand } from '@aws-sdk/client-athena';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';
import { DeleteFunctionCommand, InvokeCommand } from '@aws-sdk/client-lambda';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { readRunLogs } from '../../client/logs/read-run-logs.ts';
import { readRunMetrics } from '../../client/metrics/read-run-metrics.ts';
import { readStageMetrics } from '../../client/metrics/read-stage-metrics.ts';
import type { DeadLetter } from '../../contracts/dead-letter.ts';
import type { Summary } from '../../contracts/summary.ts';
import { type CountingEndpoint, countingEndpoint, type Reply } from '../support/counting-endpoint.ts';
import { attributesOf, takeMessages } from '../support/messages.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 200;
const SECRET = 'tok-3f9c0d2b7a61';
/** Every text of a row and of an answer holds one of these. */
const ROW_TEXTS = ['ROW-TEXT', 'EXPECTED-TEXT', 'ANSWER-TEXT'];
/** A link is as good as a key. */
const SIGNED_LINK = 'X-Amz-Signature';

let mended = false;

/** Errors quote the row they are about, as errors of real targets do. */
function reply(input: { n?: number; text?: string }, call: number): Reply {
  const n = input.n ?? 0;
  if (n % 10 === 3) return { status: 422, body: { error: `cannot read ${input.text}` } };
  if (n % 10 === 7 && !mended) return { status: 503, body: `overloaded by ${input.text}` };
  if (n % 25 === 5 && call === 1) return { status: 429, body: { message: `slow down, ${input.text}` } };
  const usage = { input_tokens: n, output_tokens: 2, cost_usd: 0.25 };
  return { body: { answer: `ANSWER-TEXT ${n}`, usage } };
}

let rollcall: RollcallCloud;
let endpoint: CountingEndpoint;
let logs: CloudWatchLogsClient;
let cloudwatch: CloudWatchClient;
let sqs: SQSClient;
let secretArn: string;
let everyEnd: string;
let badEnds: string;
let summary: Summary;
const startedAt = new Date();

const deps = () => ({ logs, logGroupNames: rollcall.output('FunctionLogGroupNames').split(',') });
const config = (executor: object = {}) => ({
  endpoint: { url: endpoint.url, allowPrivateAddresses: true, auth: { type: 'bearer', secretArn } },
  executor: { maxConcurrency: 10, retryPolicy: { maxAttempts: 2, intervalSeconds: 0 }, ...executor },
});

beforeAll(async () => {
  [rollcall, endpoint] = await Promise.all([RollcallCloud.start(), countingEndpoint(reply)]);
  const options = rollcall.settings;
  logs = new CloudWatchLogsClient(options);
  cloudwatch = new CloudWatchClient(options);
  sqs = new SQSClient(options);
  const created = await new SecretsManagerClient(options).send(
    new CreateSecretCommand({ Name: 'endpoint-token', SecretString: SECRET }),
  );
  secretArn = created.ARN ?? '';
  const sns = new SNSClient(options);
  everyEnd = await subscribe(sns, 'every-end');
  badEnds = await subscribe(sns, 'bad-ends', { status: ['failed', 'halted'], failed: [{ numeric: ['>', 0] }] });
  await rollcall.insertDataset(
    'tickets',
    Array.from({ length: ROWS }, (_, n) => ({ n, text: `ROW-TEXT ${n}` })),
    Array.from({ length: ROWS }, (_, n) => `EXPECTED-TEXT ${n}`),
  );
  summary = await rollcall.run('measured', {
    datasetId: 'tickets',
    config: {
      ...config(),
      export: { enabled: true },
      endpointInputMapping: '($assert(input.n != 100, "no use for " & input.text); input)',
    },
  });
});

afterAll(async () => {
  await endpoint?.close();
  await rollcall?.close();
});

/** A queue that hears what the filter lets through. */
async function subscribe(sns: SNSClient, QueueName: string, filter?: object): Promise<string> {
  const topicArn = rollcall.output('NotificationTopicArn');
  const arn = `arn:aws:sqs:us-east-1:000000000000:${QueueName}`;
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: arn,
    Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes: { Policy } }));
  const Attributes = { RawMessageDelivery: 'true', ...(filter && { FilterPolicy: JSON.stringify(filter) }) };
  await sns.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: 'sqs', Endpoint: arn, Attributes }));
  return QueueUrl;
}

describe('the metrics of a run of 200 rows with failures', () => {
  const expected = async () => {
    const [sums] = await rollcall.query(
      `SELECT sum(calls - 1) AS retries, sum(latency_ms) AS latency FROM "${rollcall.output('DatabaseName')}"."evaluation_results_evaluations" WHERE evaluation_id = 'measured' AND calls > 0`,
    );
    return {
      RowsProcessed: summary.total,
      RowsSucceeded: summary.succeeded,
      RowsFailed: summary.failed,
      RowsFailedTransient: summary.errors.transient,
      RowsFailedPermanent: summary.errors.permanent,
      RowsFailedValidation: summary.errors.validation,
      RowRetries: Number(sums?.retries),
      RowWaits: Number(sums?.retries),
      RowsThrottled: summary.throttled,
      RateWait: summary.waitedMs,
      RowLatency: Number(sums?.latency),
      PromptTokens: summary.tokens.prompt,
      CompletionTokens: summary.tokens.completion,
      Tokens: summary.tokens.total,
      CostUsd: summary.costUsd,
      RunsStarted: 1,
      RunsCompleted: 1,
      StagedBytes: expect.any(Number),
      RunDuration: expect.any(Number),
    };
  };

  it('sum to its summary exactly, found by the run’s id', async () => {
    expect(summary).toMatchObject({ status: 'completed', total: ROWS, succeeded: 159, failed: 41, skipped: 0 });
    expect(summary.errors).toEqual({ transient: 20, permanent: 20, validation: 1 });
    expect(summary.costUsd).toBe(159 * 0.25);
    expect(summary).toMatchObject({ bulkCallsMade: 0, throttled: 8 });
    const { sums, latencyMs } = await readRunMetrics(deps(), 'measured', startedAt);
    expect(sums).toEqual(await expected());
    expect(latencyMs.p95).toBe(summary.latencyMs.p95);
  });

  it('sum to its summary exactly in CloudWatch, by stage and mode', async () => {
    const { byMode } = await readStageMetrics({ cloudwatch, stage: rollcall.output('StageName') }, startedAt);
    expect(byMode).toEqual({ endpoint: await expected(), agent: {}, tool: {} });
  });
});

describe('the log', () => {
  it('of a run tells its start, every row and its end', async () => {
    const lines = await readRunLogs(deps(), 'measured', { since: startedAt });
    expect(lines.filter((line) => line.message === 'Row settled')).toHaveLength(ROWS);
    expect(lines[0]).toMatchObject({ service: 'run-planner', message: 'Run started', fields: { planned: ROWS } });
    expect(lines.at(-2)).toMatchObject({ service: 'run-summarizer', message: 'Run ended', fields: { failed: 41 } });
    expect(lines.at(-1)).toMatchObject({ service: 'results-exporter', message: 'Results exported' });
  });

  it('of one row tells its waits and its end', async () => {
    const lines = await readRunLogs(deps(), 'measured', { row: 7 });
    expect(lines.map(({ message }) => message)).toEqual(['Row waits', 'Row settled']);
    expect(lines[1]?.fields).toMatchObject({
      sampleId: 's7',
      status: 'failed',
      calls: 2,
      errorName: 'TargetUnavailable',
      function_request_id: expect.any(String),
    });
  });
});

describe('rows that exhausted their retries', () => {
  it('are in the dead-letter queue, one message each, with what is needed to run them again', async () => {
    const queueUrl = rollcall.output('RowDeadLetterQueueUrl');
    const messages = await takeMessages(sqs, queueUrl, 20);
    const letters = messages.map(({ Body = '' }) => JSON.parse(Body) as DeadLetter);
    expect(letters.map(({ rowIndex }) => rowIndex).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => 10 * index + 7),
    );
    const left = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }));
    expect(left.Attributes?.ApproximateNumberOfMessages).toBe('0');
    expect(letters[0]).toMatchObject({
      evaluationId: 'measured',
      datasetId: 'tickets',
      executionMode: 'endpoint',
      attempt: 1,
      calls: 2,
      errorName: 'TargetUnavailable',
    });
    mended = true;
    const again = await rollcall.run('measured-again', letters[0]?.executionInput);
    expect(again).toMatchObject({ evaluationId: 'measured', succeeded: 179, failed: 21 });
    const { sums } = await readRunMetrics(deps(), 'measured');
    expect(sums.RowsProcessed).toBe(ROWS + letters.length);
  });
});

describe('an agent’s execution', () => {
  it('is what trace_ref leads to', async () => {
    await rollcall.insertDataset('one-ticket', [{ subject: 'Refund', body: 'I was charged twice.' }]);
    const agentStateMachineArn = rollcall.output('AgentStateMachineArn');
    await rollcall.run('traced', { datasetId: 'one-ticket', config: { executionMode: 'agent', agentStateMachineArn } });
    const [row] = await rollcall.results('traced', 'trace_ref, actual_output');
    const agent = await rollcall.sfn.send(new DescribeExecutionCommand({ executionArn: row?.trace_ref ?? '' }));
    expect(agent).toMatchObject({ status: 'SUCCEEDED', stateMachineArn: agentStateMachineArn });
  });
});

describe('a subscriber', () => {
  it('hears of every end of a run, by attributes it can filter on', async () => {
    await takeMessages(sqs, everyEnd, 3);
    await rollcall.insertDataset(
      'few',
      [1, 3, 13].map((n) => ({ n })),
    );
    const few = { datasetId: 'few', config: config({ maxConcurrency: 1 }) };
    const stop = { datasetId: 'few', config: config({ maxConcurrency: 1, stopOnError: 'stop_immediately' }) };

    await rollcall.run('ends-completed', few);
    await rollcall.run('ends-halted', stop);
    await rollcall.run('ends-unpaid', { datasetId: 'few', config: config({ maxConcurrency: 1, budgetLimit: 0.25 }) });
    const refused = await rollcall.end(await rollcall.start('ends-refused', { datasetId: 'few', config: {} }));
    expect(refused.status).toBe('FAILED');
    const cancelled = await rollcall.start('ends-cancelled', { datasetId: 'tickets', config: config() });
    await rowSettledIn('ends-cancelled');
    await rollcall.lambda.send(
      new InvokeCommand({
        FunctionName: rollcall.output('RunControlFunctionArn'),
        Payload: Buffer.from(JSON.stringify({ action: 'cancel', evaluationId: 'ends-cancelled' })),
      }),
    );
    await rollcall.end(cancelled);
    const stopped = await rollcall.start('ends-stopped', { datasetId: 'tickets', config: config() });
    await rowSettledIn('ends-stopped');
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: stopped, cause: 'by hand' }));

    const messages = await takeMessages(sqs, everyEnd, 6);
    const ends = Object.fromEntries(messages.map((message) => [attributesOf(message).evaluation_id, message]));
    const attributes = (id: string) => attributesOf(ends[id] ?? {});
    const target = new URL(endpoint.url).host;
    expect(attributes('ends-completed')).toEqual({
      evaluation_id: 'ends-completed',
      dataset_id: 'few',
      target,
      status: 'completed',
      rows: '3',
      failed: '2',
    });
    expect(attributes('ends-halted')).toMatchObject({ status: 'halted', rows: '3', failed: '1', target });
    expect(attributes('ends-unpaid')).toMatchObject({ status: 'halted', rows: '3', failed: '0' });
    expect(attributes('ends-refused')).toMatchObject({
      status: 'failed',
      rows: '0',
      dataset_id: 'few',
      target: 'unknown',
    });
    expect(attributes('ends-cancelled')).toMatchObject({ status: 'cancelled', rows: '200', dataset_id: 'tickets' });
    expect(attributes('ends-stopped')).toMatchObject({ status: 'cancelled', rows: '200', target });
    expect(JSON.parse(ends['ends-stopped']?.Body ?? '{}')).toMatchObject({
      evaluationId: 'ends-stopped',
      status: 'cancelled',
      reason: 'The execution was stopped: by hand',
    });
    expect((await takeMessages(sqs, badEnds, 1)).map(attributesOf)).toMatchObject([{ evaluation_id: 'ends-halted' }]);

    const { sums } = await readRunMetrics(deps(), 'ends-stopped');
    expect(sums).toMatchObject({ RunsStarted: 1, RunsCancelled: 1 });
    expect((await readRunMetrics(deps(), 'ends-refused')).sums).toMatchObject({ RunsFailed: 1 });
    expect((await readRunMetrics(deps(), 'ends-halted')).sums).toMatchObject({ RunsHalted: 1, ErrorHalts: 1 });
    expect((await readRunMetrics(deps(), 'ends-unpaid')).sums).toMatchObject({ RunsHalted: 1, BudgetHalts: 1 });
  });
});

/** Waits until a row of the run has been told. */
async function rowSettledIn(evaluationId: string): Promise<void> {
  while ((await readRunLogs(deps(), evaluationId)).every(({ message }) => message !== 'Row settled')) await sleep(250);
}

describe('the saved queries', () => {
  it('are there to run, each with its parameters', async () => {
    const WorkGroup = rollcall.output('WorkGroupName');
    const { NamedQueryIds = [] } = await rollcall.athena.send(new ListNamedQueriesCommand({ WorkGroup }));
    const queries = await Promise.all(
      NamedQueryIds.map(async (NamedQueryId) => {
        const { NamedQuery } = await rollcall.athena.send(new GetNamedQueryCommand({ NamedQueryId }));
        return [NamedQuery?.Name, NamedQuery?.QueryString ?? ''] as const;
      }),
    );
    const run = (name: string, ...parameters: string[]) =>
      rollcall.query(Object.fromEntries(queries)[`rollcall-${name}`] ?? '', parameters);

    expect(await run('failures-by-class', "'measured'")).toMatchObject([
      { error_class: 'permanent', error_name: 'TargetRejected', failed: '20', percent: '95.2' },
      { error_class: 'validation', error_name: 'MappingFailed', failed: '1' },
    ]);
    const slowest = await run('slowest-rows', "'measured'");
    expect(slowest).toHaveLength(50);
    expect(Number(slowest[0]?.latency_ms)).toBeGreaterThanOrEqual(Number(slowest[49]?.latency_ms));
    expect(await run('cost-by-target')).toContainEqual(
      expect.objectContaining({ target_name: 'quickstart-agent', execution_mode: 'agent', settled: '1' }),
    );
    const compared = await run('run-against-run', "'ends-completed'", "'ends-halted'");
    expect(compared).toMatchObject([
      { sample_id: 's0', status_a: 'succeeded', status_b: 'succeeded', same_output: 'true' },
      { sample_id: 's1', status_a: 'failed', status_b: 'failed' },
      { sample_id: 's2', status_a: 'failed', status_b: 'skipped' },
    ]);
    const latest = await run('latest-attempt-per-row', "'measured'", "'measured'");
    expect(latest).toHaveLength(ROWS);
    expect(latest[7]).toMatchObject({ sample_id: 's7', status: 'succeeded', attempt: '2' });
  });
});

describe('the command line', () => {
  /** What a command prints. */
  async function printed(...words: string[]): Promise<string> {
    vi.stubEnv('AWS_ENDPOINT_URL', rollcall.cloud.endpoint);
    let text = '';
    const stdout = { write: (chunk: string) => (text += chunk) };
    const code = await main(words, { stdout, stderr: { write: (chunk: string) => (text += chunk) }, env: {} });
    vi.unstubAllEnvs();
    expect(code, text).toBe(0);
    return text;
  }

  it('shows the metrics of a run, and of all runs', async () => {
    expect(JSON.parse(await printed('metrics', 'traced', '--json'))).toMatchObject({
      evaluationId: 'traced',
      sums: { RowsProcessed: 1, RowsSucceeded: 1, RunsCompleted: 1 },
      latencyMs: { p50: expect.any(Number) },
    });
    const shown = await printed('metrics', 'ends-completed');
    expect(shown).toMatch(/RowsFailedPermanent +2\n/);
    expect(shown).toMatch(/row latency: mean .* · p50 .* · p95 .* · p99 /);
    expect(shown).not.toContain('RowLatency');
    expect(JSON.parse(await printed('metrics', '--json')).byMode).toMatchObject({ agent: { RowsProcessed: 1 } });
    expect(await printed('metrics')).toMatch(
      /metric +endpoint +agent +tool\n[\s\S]*row latency, endpoint: mean .* · highest p95 /,
    );
  });

  it('shows the log of a run, and of one of its rows', async () => {
    const lines = (await printed('logs', 'traced', '--json')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).message)).toEqual([
      'Run started',
      'Rows split',
      'Row settled',
      'Run ended',
    ]);
    expect(await printed('logs', 'measured', '--row', '8')).toMatch(
      /endpoint-caller {2}Row settled {2}.*status=failed/,
    );
  });
});

describe('the logs of all these runs', () => {
  it('hold no secret and no row text, whatever the errors quote', async () => {
    const { logGroups = [] } = await logs.send(new DescribeLogGroupsCommand({}));
    const lines: string[] = [];
    for (const { logGroupName } of logGroups) {
      for await (const { events = [] } of paginateFilterLogEvents({ client: logs }, { logGroupName })) {
        lines.push(...events.map(({ message = '' }) => message));
      }
    }
    expect(lines.length).toBeGreaterThan(ROWS * 2);
    expect(lines.filter((line) => [SECRET, SIGNED_LINK, ...ROW_TEXTS].some((text) => line.includes(text)))).toEqual([]);
    // The rows themselves do hold them: the scan has looked for the right texts.
    const [row] = await rollcall.results('measured', 'input, expected, actual_output');
    expect(Object.values(row ?? {}).every((text) => ROW_TEXTS.some((wanted) => text?.includes(wanted)))).toBe(true);
  });
});

describe('an export that cannot be made', () => {
  it('does not fail its run', async () => {
    const FunctionName = rollcall.output('ResultsExporterFunctionArn');
    await rollcall.lambda.send(new DeleteFunctionCommand({ FunctionName }));
    const ended = await rollcall.run('not-exported', {
      datasetId: 'tickets',
      config: { ...config(), export: { enabled: true } },
    });
    expect(ended).toMatchObject({ status: 'completed', exportError: expect.stringContaining('NotFound') });
    expect(await rollcall.record('not-exported')).not.toHaveProperty('export_uri');
  });
});
