/**
 * Sends turns of conversations through an agent on a local cloud of its own, and tells whether each became a trace, whether
 * each thread was evaluated after its last turn, and how long that took: `npx tsx bench/traces/live.ts [turns] [threads]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateStateMachineCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { createClients } from '../../client/connect/clients.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { putMonitor } from '../../client/monitors/monitor-store.ts';
import { connectTraces } from '../../client/traces/connect-traces.ts';
import { listThreads } from '../../client/traces/list-traces.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

const [turns = 200, threads = 20] = process.argv.slice(2).map(Number);
const SETTLE_SECONDS = 2;
const agentArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:live-agent';

const folder = await mkdtemp(join(tmpdir(), 'rollcall-live-'));
const context = { api: 'true', traceAgents: 'true', checks: 'false', agentStateMachineArns: agentArn };
execFileSync(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
  env: { ...process.env, CDK_OUTDIR: join(folder, 'product'), CDK_CONTEXT_JSON: JSON.stringify(context) },
});
const cloud = await RollcallCloud.start([join(folder, 'product')]);
try {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const clients = createClients({ endpoint: cloud.cloud.endpoint, region: 'us-east-1', credentials });
  const names = { DataBucketName: cloud.output('DataBucketName'), StageName: 'main' };
  const tracing = await connectTraces(cloud.cloudformation, clients, names);
  const definition = {
    StartAt: 'Answer',
    States: { Answer: { Type: 'Pass', Result: { output: 'gladly' }, End: true } },
  };
  await cloud.sfn.send(
    new CreateStateMachineCommand({
      name: 'live-agent',
      definition: JSON.stringify(definition),
      roleArn: 'arn:aws:iam::000000000000:role/live-agent',
    }),
  );
  const short = { type: 'jsonata', name: 'complete', expression: `$count(messages) = ${turns / threads}` };
  await putMonitor(
    'default',
    { name: 'live', level: 'thread', settleSeconds: SETTLE_SECONDS, evaluators: [short] },
    tracing,
  );
  const began = Date.now();
  for (let turn = 0; turn < turns; turn++) {
    const input = JSON.stringify({ thread_id: `thread-${turn % threads}`, question: `question ${turn}` });
    const name = turn % 50 === 49 ? `rc-judge-${turn}` : `turn-${turn}`;
    await cloud.sfn.send(new StartExecutionCommand({ stateMachineArn: agentArn, name: `turn-${turn}`, input }));
    if (name !== `turn-${turn}`)
      await cloud.sfn.send(new StartExecutionCommand({ stateMachineArn: agentArn, name, input }));
  }
  const sent = Date.now();
  const until = sent + 120_000;
  let complete = 0;
  let stored = 0;
  while (complete < threads && Date.now() < until) {
    await sleep(100);
    const { results } = await listResults('default', 'live', { limit: 500 }, tracing);
    complete = new Set(results.filter(({ passed }) => passed).map(({ threadId }) => threadId)).size;
    const heads = await listThreads('default', { limit: 500 }, tracing);
    stored = heads.threads.reduce((sum, head) => sum + head.turns, 0);
  }
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  console.log(`${turns} turns of ${threads} threads sent in ${seconds(began, sent)} s; ${stored} are traces.`);
  console.log(
    `${complete} threads evaluated complete, ${seconds(sent, Date.now())} s after the last turn (${SETTLE_SECONDS} s to settle).`,
  );
  process.exitCode = complete === threads && stored === turns ? 0 : 1;
} finally {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
}
