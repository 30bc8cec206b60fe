import { setTimeout as sleep } from 'node:timers/promises';
import { createClients } from '../../client/connect/clients.ts';
import { type Installation, installationAt } from '../../client/connect/installation.ts';
import type { Outputs } from '../../client/connect/outputs.ts';
import { readJob } from '../../client/jobs/read-job.ts';
import { putTarget } from '../../client/targets/put-target.ts';
import type { Job } from '../../contracts/api/jobs.ts';
import { countedConfig } from './counted-run.ts';
import type { RollcallCloud } from './rollcall-cloud.ts';

/** The installation on a cloud, as a command or the API sees it. */
export function installationOn(rollcall: RollcallCloud): Installation {
  const clients = createClients(rollcall.settings);
  return installationAt(clients, rollcall.outputs as unknown as Outputs, 50);
}

/** A target whose calls end at the endpoint; its items are `{ n: 0 }` … */
export function countedTarget(
  action: string,
  rollcall: RollcallCloud,
  endpoint: { readonly url: string },
  changes: object = {},
  mode: Parameters<typeof countedConfig>[0] = 'endpoint',
) {
  return {
    ...countedConfig(mode, rollcall, endpoint),
    integration: 'crm',
    action,
    description: `Does ${action}`,
    inputSchema: {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    },
    batchEnabled: true,
    ...changes,
  };
}

export const register = (installation: Installation, target: object, tenant = 'default') =>
  putTarget(installation.targets, tenant, target);

/** Waits until the job is as asked for. */
export async function jobUntil(
  jobId: string,
  installation: Installation,
  isReached: (job: Job) => boolean = ({ finishedAt }) => finishedAt !== undefined,
): Promise<Job> {
  for (;;) {
    const job = await readJob('default', jobId, installation);
    if (isReached(job)) return job;
    await sleep(100);
  }
}
