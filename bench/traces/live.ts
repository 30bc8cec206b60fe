/**
 * Sends turns of conversations through an agent on a local cloud that is killed and started again in the middle, and tells
 * whether each became a trace, whether each thread was evaluated after its last turn, and how long that took; and then by a
 * judge that is the same agent, with a run for each thread: `npx tsx bench/traces/live.ts [turns] [threads]`. Part of
 * `npm run soak`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { CreateStateMachineCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { createClients } from '../../client/connect/clients.ts';
import { backfill } from '../../client/monitors/backfill.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { putMonitor } from '../../client/monitors/monitor-store.ts';
import { connectTraces, type Tracing } from '../../client/traces/connect-traces.ts';
import { listThreads } from '../../client/traces/list-traces.ts';
import { KillableCloud } from '../../test/support/killable-cloud.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

const [turns = 200, threads = 20] = process.argv.slice(2).map(Number);
const SETTLE_SECONDS = 2;
const LONGEST_MS = 300_000;
/** On a machine with much else to do a sweep may not come to its end. */
const SWEEP_MS = 60_000;
const agentArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:live-agent';

const folder = await mkdtemp(join(tmpdir(), 'rollcall-live-'));
const product = join(folder, 'product');
const context = { api: 'true', traceAgents: 'true', checks: 'false', agentStateMachineArns: agentArn };
execFileSync(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
  env: { ...process.env, CDK_OUTDIR: product, CDK_CONTEXT_JSON: JSON.stringify(context) },
});
const clouds = new KillableCloud(join(folder, 'data'), [product]);

interface Live {
  readonly cloud: RollcallCloud;
  readonly tracing: Tracing;
}

async function start(): Promise<Live> {
  const endpoint = await clouds.start();
  const cloud = await RollcallCloud.at({ endpoint, close: () => clouds.kill() }, join(folder, 'data'));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const clients = createClients({ endpoint, region: 'us-east-1', credentials });
  const names = { DataBucketName: cloud.output('DataBucketName'), StageName: 'main' };
  return { cloud, tracing: await connectTraces(cloud.cloudformation, clients, names) };
}

async function prepare({ cloud, tracing }: Live): Promise<void> {
  const Result = { output: '{ "score": 5, "reason": "gladly" }' };
  const definition = JSON.stringify({ StartAt: 'Answer', States: { Answer: { Type: 'Pass', Result, End: true } } });
  const roleArn = 'arn:aws:iam::000000000000:role/live-agent';
  await cloud.sfn.send(new CreateStateMachineCommand({ name: 'live-agent', definition, roleArn }));
  await putMonitor('default', { ...monitor, name: 'live', evaluators: [complete] }, tracing);
}

const monitor = { level: 'thread', settleSeconds: SETTLE_SECONDS };
const complete = { type: 'jsonata', name: 'complete', expression: `$count(messages) = ${turns / threads}` };

async function judge({ tracing }: Live, since: number): Promise<void> {
  const asked = { type: 'judge', rubric: 'Glad?', scale: [1, 5], target: { agent: agentArn } };
  const stored = await putMonitor('default', { ...monitor, name: 'judged', evaluators: [complete, asked] }, tracing);
  await backfill(stored, { from: new Date(since).toISOString() }, tracing);
}

/** Events that are in the queue are collected; others never came. */
async function collected(live: Live): Promise<void> {
  for (let [before, stored] = [-1, 0]; stored > before; ) {
    await sleep(2_000);
    [before, stored] = [stored, await storedOf(live)];
  }
}

async function send({ cloud }: Live, from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn++) {
    const input = JSON.stringify({ thread_id: `thread-${turn % threads}`, question: `question ${turn}` });
    await cloud.sfn.send(new StartExecutionCommand({ stateMachineArn: agentArn, name: `turn-${turn}`, input }));
  }
}

/** Events that were on their way when the cloud was killed never came. On AWS it is done every hour. */
const sweep = ({ cloud }: Live) =>
  cloud.lambda.send(new InvokeCommand({ FunctionName: 'rollcall-trace-collector', Payload: '{}' }));

const completeOf = async (monitor: string, { tracing }: Live): Promise<number> => {
  const { results } = await listResults('default', monitor, { limit: 500 }, tracing);
  return new Set(results.filter(({ passed }) => passed).map(({ threadId }) => threadId)).size;
};

const storedOf = async ({ tracing }: Live): Promise<number> =>
  (await listThreads('default', { limit: 500 }, tracing)).threads.reduce((sum, head) => sum + head.turns, 0);

const seconds = (from: number, to = Date.now()) => ((to - from) / 1000).toFixed(1);

try {
  let live = await start();
  await prepare(live);
  const began = Date.now();
  await send(live, 0, turns / 2);
  await clouds.kill();
  const killed = Date.now();
  live = await start();
  console.log(`Killed after ${turns / 2} turns, up again ${seconds(killed)} s later.`);
  await collected(live);
  await sweep(live);
  let sweptAt = Date.now();
  await send(live, turns / 2, turns);
  const sent = Date.now();
  let [stored, storedAt, evaluated] = [0, 0, 0];
  while (evaluated < threads && Date.now() - sent < LONGEST_MS) {
    if (Date.now() - sweptAt > SWEEP_MS) {
      await sweep(live);
      sweptAt = Date.now();
    }
    await sleep(100);
    if (stored < turns) [stored, storedAt] = [await storedOf(live), Date.now()];
    evaluated = await completeOf('live', live);
  }
  console.log(`${turns} turns of ${threads} threads sent in ${seconds(began, sent)} s.`);
  console.log(`${stored} are traces, ${seconds(sent, storedAt)} s after the last turn.`);
  console.log(
    `${evaluated} threads evaluated complete, ${seconds(sent)} s after the last turn (${SETTLE_SECONDS} s to settle).`,
  );
  const asked = Date.now();
  await judge(live, began);
  let judged = 0;
  for (const end = Date.now() + LONGEST_MS; judged < threads && Date.now() < end; ) {
    await sleep(500);
    judged = await completeOf('judged', live);
  }
  const after = await storedOf(live);
  console.log(`${judged} threads judged by the agent itself, ${seconds(asked)} s after it was asked; ${after} traces.`);
  process.exitCode = evaluated === threads && judged === threads && stored === turns && after === turns ? 0 : 1;
} finally {
  await clouds.close();
  await rm(folder, { recursive: true, force: true });
}
