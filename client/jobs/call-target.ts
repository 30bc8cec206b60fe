import { setTimeout as sleep } from 'node:timers/promises';
import type { CalledTarget } from '../../contracts/api/jobs.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { checkInput } from '../../core/jobs/check-items.ts';
import { jobConfig } from '../../core/jobs/job-config.ts';
import type { Installation } from '../connect/installation.ts';
import { openJob } from './open-job.ts';
import { readItems } from './read-items.ts';
import { readJob } from './read-job.ts';

/** An HTTP API is given up after 30 s; what takes longer is looked at as a job. */
const LONGEST_WAIT_MS = 20_000;

/** Calls a target once, as a job of one item that stands in no line. */
export async function callTarget(
  tenant: string,
  name: string,
  input: unknown,
  installation: Installation,
  waitMs = LONGEST_WAIT_MS,
): Promise<CalledTarget> {
  const { target } = await installation.targets.read(tenant, name);
  const items = [await checkInput(input, target)];
  const record = await openJob({ tenant, targetName: name, config: jobConfig(target, {}), items }, installation);
  await installation.jobs.start(record.evaluation_id);
  const { id: jobId } = ownerOf(record.evaluation_id);
  for (const end = Date.now() + waitMs; ; await sleep(installation.pollMs)) {
    const { status, finishedAt } = await readJob(tenant, jobId, installation);
    if (finishedAt) {
      const page = await readItems(tenant, jobId, { limit: 1 }, installation);
      return { jobId, status, item: page.items[0] };
    }
    if (Date.now() > end) return { jobId, status };
  }
}
