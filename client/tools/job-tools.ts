import * as z from 'zod';
import { itemsQuerySchema } from '../../contracts/api/jobs.ts';
import { nameSchema } from '../../contracts/ids.ts';
import { controlJob, JOB_ACTIONS } from '../jobs/control-job.ts';
import { readItems } from '../jobs/read-items.ts';
import { readJob } from '../jobs/read-job.ts';
import { type Tool, tool } from './tool.ts';

const job = z.strictObject({ jobId: nameSchema('jobId').describe('As a batch_ tool answered it') });

/** Following the jobs that batch tools answer with. */
export const JOB_TOOLS: readonly Tool[] = [
  tool({
    name: 'rollcall_get_job',
    description: 'Tells how far a batch job is: status, progress 0-100, and how many items succeeded or failed.',
    input: job,
    use: ({ jobId }, { tenant }, installation) => readJob(tenant, jobId, installation),
  }),
  tool({
    name: 'rollcall_list_job_items',
    description:
      'Lists the items of a batch job in the order they were submitted, each with its output or error. A cursor leads to the next page.',
    input: job.extend(itemsQuerySchema.shape),
    use: ({ jobId, ...query }, { tenant }, installation) => readItems(tenant, jobId, query, installation),
  }),
  tool({
    name: 'rollcall_control_job',
    description:
      'cancel: items that have not begun are skipped. retry: failed items are called again. pause, resume: no item starts in between.',
    input: job.extend({ action: z.enum(JOB_ACTIONS) }),
    changes: true,
    use: ({ jobId, action }, { tenant }, installation) => controlJob(tenant, jobId, action, installation),
  }),
];
