import type { CallerAnswer, CallerEvent, EndpointRun } from '../../contracts/caller.ts';
import { workBatch } from '../caller/batch-worker.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import type { Target } from '../caller/target.ts';
import { JobRequests } from './jobs/job-requests.ts';
import { type JobPorts, workJobs } from './jobs/job-worker.ts';

/** Works on a batch of an endpoint's rows: as jobs of its API where the run asks for them, else by calls. */
export const workEndpoint =
  (ofJobs: JobPorts) =>
  <Input>(
    event: CallerEvent<EndpointRun>,
    target: Target<Input, EndpointRun>,
    ports: CallerPorts,
    remainingMs: () => number,
  ): Promise<CallerAnswer> => {
    const requests = JobRequests.of(event.run, ofJobs);
    return requests
      ? workJobs(event, requests, target, { ...ports, ofJobs }, remainingMs)
      : workBatch(event, target, ports, remainingMs);
  };
