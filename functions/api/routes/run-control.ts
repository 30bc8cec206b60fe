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

/** A command of run control. */
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
    // These start a round, so a repeated request would start two.
    idempotent: action === 'retry' || action === 'resume',
    async handler({ caller, params, body: options }, dependencies) {
      const { evaluation_id: evaluationId } = await findRun(params.id, caller, dependencies);
      const request = { action, evaluationId, ...(options as object | undefined) } as RunControlRequest;
      const { executionArn: _arn, ...answer } = await control(request, dependencies.installation);
      return { ...answer, evaluationId: params.id };
    },
  });

export const runControlRoutes: readonly Route[] = [
  command('pause', 'pause', 'Pauses a run. Rows in flight finish.'),
  command('resume', 'resume', 'Continues a paused run, or calls the rows without a result.', resumeRunSchema),
  command('cancel', 'cancel', 'Cancels a run and keeps its results.', cancelRunSchema),
  command('retry', 'retry', 'Calls the rows that ended in an error again.', retryRunSchema),
  command('concurrency', 'set-concurrency', 'Changes how many rows run at the same time.', concurrencySchema),
];
