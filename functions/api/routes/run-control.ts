import type * as z from 'zod';
import { control } from '../../../client/runs/control.ts';
import {
  cancelRunSchema,
  concurrencySchema,
  controlledRunSchema,
  resumeRunSchema,
  retryRunSchema,
  runParamsSchema,
} from '../../../contracts/api/runs.ts';
import type { RunControlRequest } from '../../../contracts/run-control.ts';
import { findRun } from '../find-run.ts';
import { type Route, route } from '../route.ts';

/** One command of run control; its words are those of `rollcall`. */
const command = <Body extends z.ZodObject | undefined>(
  name: string,
  action: RunControlRequest['action'],
  summary: string,
  body?: Body,
): Route =>
  route({
    method: 'POST',
    path: `/api/v1/runs/{id}/${name}`,
    summary,
    role: 'operator',
    params: runParamsSchema,
    body,
    answer: controlledRunSchema,
    // These start a pass, and two of them would be two.
    idempotent: action === 'retry' || action === 'resume',
    async handler({ caller, params, body: options }, dependencies) {
      const { evaluation_id: evaluationId } = await findRun(params.id, caller, dependencies);
      const request = { action, evaluationId, ...(options as object | undefined) } as RunControlRequest;
      const { executionArn: _arn, ...answer } = await control(request, dependencies.installation);
      return { ...answer, evaluationId: params.id };
    },
  });

export const runControlRoutes: readonly Route[] = [
  command('pause', 'pause', 'Pauses a run: rows in flight settle, no further one starts.'),
  command(
    'resume',
    'resume',
    'Goes on with a paused run, or with one that ended before all rows had a result.',
    resumeRunSchema,
  ),
  command('cancel', 'cancel', 'Cancels a run; what has settled stays.', cancelRunSchema),
  command('retry', 'retry', 'Calls the failed rows of a run again.', retryRunSchema),
  command('concurrency', 'set-concurrency', 'Changes how many rows are called at once.', concurrencySchema),
];
