import * as z from 'zod';
import { itemsQuerySchema } from '../../contracts/api/jobs.ts';
import { nameSchema } from '../../contracts/ids.ts';
import { controlJob, JOB_ACTIONS } from '../jobs/control-job.ts';
import { readItems } from '../jobs/read-items.ts';
import { readJob } from '../jobs/read-job.ts';
import { type Tool, tool } from './tool.ts';

const job = z.strictObject({ jobId: nameSchema('jobId').describe('The jobId returned by a batch_ tool') });

/** Following the jobs that batch tools answer with. */
export const JOB_TOOLS: readonly Tool[] = [
  tool({
    name: 'rollcall_get_job',
    description: 'Returns the status of a batch job, its progress from 0 to 100, and its item counts.',
    input: job,
    use: ({ jobId }, { tenant }, installation) => readJob(tenant, jobId, installation),
  }),
  tool({
    name: 'rollcall_list_job_items',
    description:
      'Lists the items of a batch job in order of submission, with output or error. Pass the cursor to get the next page.',
    input: job.extend(itemsQuerySchema.shape),
    use: ({ jobId, ...query }, { tenant }, installation) => readItems(tenant, jobId, query, installation),
  }),
  tool({
    name: 'rollcall_control_job',
    description:
      'cancel skips items that have not started. retry calls items that ended in an error again. pause stops starting items, and resume continues.',
    input: job.extend({ action: z.enum(JOB_ACTIONS) }),
    changes: true,
    use: ({ jobId, action }, { tenant }, installation) => controlJob(tenant, jobId, action, installation),
  }),
];
