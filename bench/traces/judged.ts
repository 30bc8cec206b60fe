/**
 * Counts what AWS is asked for when a monitor has threads judged, and what that costs at list prices (us-east-1, arm64,
 * November 2026): `npx tsx bench/traces/judged.ts [threads = 1000]`. The judge itself is not in it. Afterwards 20 threads
 * settle together, and the time until they are judged is told; on an idle machine it is 5 s at most.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { createClients } from '../../client/connect/clients.ts';
import { backfill } from '../../client/monitors/backfill.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { putMonitor } from '../../client/monitors/monitor-store.ts';
import { connectTraces } from '../../client/traces/connect-traces.ts';
import { receiveTraces } from '../../client/traces/receive-traces.ts';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { childrenOf, history, isTransition } from '../evaluation/histories.ts';

const [threads = 1000] = process.argv.slice(2).map(Number);
const TOGETHER = 20;
const MOST_SECONDS = 5;
const PRICES = {
  transition: 0.025 / 1_000,
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  sqsRequest: 0.4 / 1e6,
  dynamoDbWrite: 0.625 / 1e6,
  dynamoDbRead: 0.125 / 1e6,
  s3Put: 0.005 / 1_000,
  s3Get: 0.0004 / 1_000,
};
/** Of the functions that work for judges, on average; requests bigger than a unit are counted as one. */
const MEMORY_GB = 1;

/** Requests by operation, such as `DynamoDB.PutItem`; functions send them over HTTP. */
const requests = new Map<string, number>();
subscribe('http.server.request.start', (message) => {
  const { headers, method = '', url = '' } = (message as { request: IncomingMessage }).request;
  const [service = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  const isS3 = /\/s3\/aws4_request/.test(String(headers.authorization));
  const name = service ? `${service.replace(/_.*/, '')}.${operation}` : isS3 ? `S3.${method}` : `HTTP.${url}`;
  requests.set(name, (requests.get(name) ?? 0) + 1);
});
const sumOf = (pattern: RegExp): number =>
  [...requests].reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0);

const judge = await countingEndpoint(() => ({ delayMs: 100, body: { score: 1, reason: 'gladly' } }));
const { assemblies, remove } = await synthesizeAssemblies();
const cloud = await RollcallCloud.start(assemblies);
const names = { DataBucketName: cloud.output('DataBucketName'), StageName: 'main' };
const tracing = await connectTraces(cloud.cloudformation, createClients(cloud.settings), names);

const invoked = new Map<string, { count: number; billedMs: number }>();
(cloud.cloud as unknown as { context: { events: NodeJS.EventEmitter } }).context.events.on('lambda:log', (line) => {
  const billed = /^REPORT .*Billed Duration: (\d+) ms/.exec(line.message)?.[1];
  if (!billed) return;
  const { count, billedMs } = invoked.get(line.functionName) ?? { count: 0, billedMs: 0 };
  invoked.set(line.functionName, { count: count + 1, billedMs: billedMs + Number(billed) });
});

const traces = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({
    trace_id: `${name}-${at}`,
    thread_id: `${name}-${at}`,
    started_at: new Date().toISOString(),
    input: `question ${at} of ${name}`,
    output: 'gladly '.repeat(50),
  }));
const monitor = {
  name: 'judged',
  level: 'thread',
  settleSeconds: 0,
  evaluators: [
    {
      type: 'judge',
      rubric: 'Was everybody helped?',
      target: { endpoint: { url: judge.url, allowPrivateAddresses: true } },
      executor: { maxConcurrency: 20 },
    },
  ],
};

async function countResults(): Promise<number> {
  let found = 0;
  let after: string | undefined;
  do {
    const page = await listResults('default', 'judged', { limit: 1000, after }, tracing);
    found += page.results.length;
    after = page.next;
  } while (after);
  return found;
}

async function untilJudged(count: number): Promise<void> {
  while ((await countResults()) < count) await sleep(100);
}

async function runs(): Promise<string[]> {
  const stateMachineArn = cloud.output('BatchJobStateMachineArn');
  const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 1000 }));
  return executions.map(({ executionArn = '' }) => executionArn);
}

try {
  for (const page of [traces(threads, 'many')]) {
    for (let at = 0; at < page.length; at += 100) await receiveTraces('default', page.slice(at, at + 100), tracing);
  }
  await sleep(3_000);
  const stored = await putMonitor('default', { ...monitor, enabled: false }, tracing);
  requests.clear();
  invoked.clear();
  const began = performance.now();
  await backfill(stored, { from: new Date(0).toISOString() }, tracing);
  await untilJudged(threads);
  const seconds = (performance.now() - began) / 1000;
  await sleep(1_000);

  const asked = await runs();
  let transitions = 0;
  for (const arn of asked) {
    const executions = [arn, ...(await childrenOf(cloud, arn))];
    for (const one of executions) transitions += (await history(cloud, one)).filter(isTransition).length;
  }
  const invocations = [...invoked.values()].reduce((sum, { count }) => sum + count, 0);
  const billedSeconds = [...invoked.values()].reduce((sum, { billedMs }) => sum + billedMs, 0) / 1000;
  const polls = 2 * (invoked.get('rollcall-monitor-runner')?.count ?? 0);
  const counts = {
    records: asked.length,
    transitions,
    'Lambda invocations': invocations,
    'Lambda seconds': Math.round(billedSeconds),
    // A transaction writes each of its items at the price of two.
    'DynamoDB writes': sumOf(/^DynamoDB\.(Put|Update|Delete)Item/) + 2 * (threads + sumOf(/TransactWrite/)),
    'DynamoDB reads': sumOf(/^DynamoDB\.(Get|BatchGet|Query)/),
    'SQS requests': sumOf(/^AmazonSQS/) + polls,
    'S3 writes': sumOf(/^S3\.PUT/),
    'S3 reads': sumOf(/^S3\.(GET|HEAD)/),
  };
  const usd = {
    transitions: transitions * PRICES.transition,
    lambda: billedSeconds * MEMORY_GB * PRICES.lambdaGbSecond + invocations * PRICES.lambdaRequest,
    dynamodb: counts['DynamoDB writes'] * PRICES.dynamoDbWrite + counts['DynamoDB reads'] * PRICES.dynamoDbRead,
    sqs: counts['SQS requests'] * PRICES.sqsRequest,
    s3: counts['S3 writes'] * PRICES.s3Put + counts['S3 reads'] * PRICES.s3Get,
  };
  console.log(`${threads} threads judged in ${seconds.toFixed(1)} s, ${judge.total()} calls of the judge.`);
  console.table(counts);
  console.table(Object.fromEntries(Object.entries(usd).map(([what, one]) => [what, one.toFixed(5)])));
  const total = Object.values(usd).reduce((sum, one) => sum + one, 0);
  console.log(`$${((total / threads) * 1000).toFixed(4)} per 1,000 judged threads.`);
  const perRun = transitions / asked.length;
  console.log(
    `${perRun} transitions a run: one run a thread would cost $${(perRun * 1000 * PRICES.transition).toFixed(2)}.`,
  );

  await putMonitor('default', monitor, tracing);
  await sleep(3_000);
  const before = await countResults();
  const settled = performance.now();
  await receiveTraces('default', traces(TOGETHER, 'few'), tracing);
  await untilJudged(before + TOGETHER);
  const took = (performance.now() - settled) / 1000;
  console.log(`${TOGETHER} threads that settled together were judged in ${took.toFixed(1)} s.`);
  process.exitCode = judge.total() === threads + TOGETHER && took <= MOST_SECONDS ? 0 : 1;
} finally {
  await cloud.close();
  await judge.close();
  await remove();
}
