import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Job, jobPassSchema } from '../../contracts/api/jobs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Installation } from '../connect/installation.ts';
import { control } from '../runs/control.ts';
import { readJob, readJobRecord } from './read-job.ts';

export const JOB_ACTIONS = ['cancel', 'retry', 'pause', 'resume'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** One command on a job; the job as it is after it. */
export async function controlJob(
  tenant: string,
  jobId: string,
  action: JobAction,
  installation: Installation,
  /** Of `retry` and `resume`. */
  options: z.output<typeof jobPassSchema> = {},
): Promise<Job> {
  const { evaluation_id: evaluationId, finished_at } = await readJobRecord(tenant, jobId, installation);
  await onceEnded(
    () => control({ action, evaluationId, ...options }, installation),
    finished_at !== undefined && action !== 'cancel',
    installation,
  );
  // Items that wait in line with their job are settled as skipped at once.
  if (action === 'cancel') await installation.jobs.letThrough(evaluationId);
  return readJob(tenant, jobId, installation);
}

/** A job is over when its items are; its execution ends a moment later, and only then can there be another. */
const ENDING_MS = 10_000;

async function onceEnded(command: () => Promise<unknown>, waits: boolean, { pollMs }: Installation): Promise<void> {
  for (const end = Date.now() + ENDING_MS; ; await sleep(pollMs)) {
    try {
      await command();
      return;
    } catch (error) {
      const isEarly = waits && error instanceof RollcallError && error.name === 'IllegalTransition';
      if (!isEarly || Date.now() > end) throw error;
    }
  }
}
