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
  cancel: 'Cancels a batch job. Items in flight finish, the others are skipped, and results are kept.',
  retry: 'Calls items that ended in an error again.',
  pause: 'Stops starting items. Items in flight finish.',
  resume: 'Continues a paused batch job, or calls the items without a result.',
};

export const jobRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/batch',
    summary: 'Submits many items to one target as a batch job.',
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
    summary: 'Returns the state of a batch job.',
    role: 'viewer',
    params: jobParams,
    answer: jobSchema,
    handler: ({ caller, params: { id } }, { installation }) => readJob(caller.tenant, id, installation),
  }),
  route({
    method: 'GET',
    path: '/api/v1/jobs/{id}/items',
    summary: 'Lists the items of a batch job in request order, with output or error.',
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
