import type { CallerAnswer, CallerEvent } from '../../contracts/caller.ts';
import { workBatch } from '../caller/batch-worker.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import type { Target } from '../caller/target.ts';
import { type JobPorts, workJobs } from './jobs/job-worker.ts';

/** Works on a batch of an endpoint's rows: as jobs of its API where the run asks for them, else by calls. */
export const workEndpoint =
  (ofJobs: JobPorts) =>
  <Input>(
    event: CallerEvent,
    target: Target<Input>,
    ports: CallerPorts,
    remainingMs: () => number,
  ): Promise<CallerAnswer> => {
    const { bulkConfig } = event.run;
    const hasJobs = bulkConfig?.job !== undefined || bulkConfig?.preset !== undefined;
    return hasJobs
      ? workJobs(event, target, { ...ports, ofJobs }, remainingMs)
      : workBatch(event, target, ports, remainingMs);
  };
