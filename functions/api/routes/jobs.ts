import * as z from 'zod';
import { controlJob, JOB_ACTIONS, type JobAction } from '../../../client/jobs/control-job.ts';
import { readItems } from '../../../client/jobs/read-items.ts';
import { readJob } from '../../../client/jobs/read-job.ts';
import { submitBatch } from '../../../client/jobs/submit-batch.ts';
import {
  batchRequestSchema,
  itemsPageSchema,
  itemsQuerySchema,
  jobPassSchema,
  jobSchema,
  submittedJobSchema,
} from '../../../contracts/api/jobs.ts';
import { nameSchema } from '../../../contracts/ids.ts';
import { type Route, route } from '../route.ts';

const jobParams = z.object({ id: nameSchema('id') });

const SUMMARIES: Readonly<Record<JobAction, string>> = {
  cancel: 'Ends a job: items that have not begun are skipped, results are kept.',
  retry: 'Calls the failed items again.',
  pause: 'Starts no more items; those in flight finish.',
  resume: 'Goes on after a pause, or calls the items that have no result.',
};

/** Batches of items for one target, and the jobs they become. */
export const jobRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/batch',
    summary: 'Submits many items for one action; they are processed in the background.',
    role: 'operator',
    body: batchRequestSchema,
    answer: submittedJobSchema,
    status: 202,
    idempotent: true,
    handler: ({ caller, body, idempotencyId }, { installation }) =>
      submitBatch(caller.tenant, body, installation, idempotencyId),
  }),
  route({
    method: 'GET',
    path: '/api/v1/jobs/{id}',
    summary: 'How far a job is.',
    role: 'viewer',
    params: jobParams,
    answer: jobSchema,
    handler: ({ caller, params: { id } }, { installation }) => readJob(caller.tenant, id, installation),
  }),
  route({
    method: 'GET',
    path: '/api/v1/jobs/{id}/items',
    summary: 'The items of a job in the order of the request, each with its output or error.',
    role: 'viewer',
    params: jobParams,
    query: itemsQuerySchema,
    answer: itemsPageSchema,
    handler: ({ caller, params: { id }, query }, { installation }) => readItems(caller.tenant, id, query, installation),
  }),
  ...JOB_ACTIONS.map((action) =>
    route({
      method: 'POST',
      path: `/api/v1/jobs/{id}/${action}`,
      summary: SUMMARIES[action],
      role: 'operator',
      params: jobParams,
      body: action === 'retry' || action === 'resume' ? jobPassSchema : undefined,
      answer: jobSchema,
      idempotent: action === 'retry' || action === 'resume',
      handler: ({ caller, params: { id }, body }, { installation }) =>
        controlJob(caller.tenant, id, action, installation, body),
    }),
  ),
];
