/**
 * How long so many agents that think for a while take when all run at once, on a local cloud that enforces AWS's quotas, and
 * whether any call was throttled on the way.
 *
 *   npx tsx bench/evaluation/agents.ts [--agents 200] [--seconds 20]
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CreateStateMachineCommand } from '@aws-sdk/client-sfn';
import { createLocalCloud } from 'local-cloud';
import { numbers } from '../../test/support/counted-run.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';

const { values } = parseArgs({
  options: { agents: { type: 'string', default: '200' }, seconds: { type: 'string', default: '20' } },
});
const agents = Number(values.agents);

const { assemblies, remove } = await synthesizeAssemblies();
const data = await mkdtemp(join(tmpdir(), 'rollcall-agents-'));
const throttled: string[] = [];
const log = (line: string) => {
  if (line.startsWith('Throttled ')) throttled.push(line);
};
const rollcall = await RollcallCloud.at(await createLocalCloud({ data, port: 0, assemblies, log }), data);
try {
  const { stateMachineArn } = await rollcall.sfn.send(
    new CreateStateMachineCommand({
      name: 'thinks',
      roleArn: 'arn:aws:iam::000000000000:role/thinks',
      definition: JSON.stringify({
        QueryLanguage: 'JSONata',
        StartAt: 'Think',
        States: { Think: { Type: 'Wait', Seconds: Number(values.seconds), Output: { answer: 'so' }, End: true } },
      }),
    }),
  );
  await rollcall.insertDataset('thoughts', numbers(agents));
  const config = {
    executionMode: 'agent',
    agentStateMachineArn: stateMachineArn,
    executor: { maxConcurrency: agents, timeoutSeconds: 300 },
  };
  const began = performance.now();
  const execution = await rollcall.start('thinking', { datasetId: 'thoughts', config });
  // The record is looked at, so that this script takes nothing from the quotas.
  while (!(await rollcall.runs.find('thinking'))?.finished_at) await sleep(200);
  const { status, error, cause } = await rollcall.end(execution);
  if (error) console.log(error, cause);
  const { succeeded } = await rollcall.record('thinking');
  console.table([
    {
      agents,
      'seconds each': values.seconds,
      'whole run, s': Math.round((performance.now() - began) / 100) / 10,
      status,
      succeeded,
      'throttled calls': throttled.length,
    },
  ]);
  for (const line of throttled) console.log(line);
} finally {
  await rollcall.close();
  await remove();
}
