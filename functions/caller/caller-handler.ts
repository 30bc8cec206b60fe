import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import type { CallerAnswer, CallerEvent, CallerRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { logger } from '../shared/powertools.ts';
import { traced } from '../shared/tracing.ts';
import { workBatch } from './batch-worker.ts';
import type { CallerPorts } from './caller-ports.ts';
import { portsFromEnvironment } from './ports-from-environment.ts';
import type { Target } from './target.ts';

type Work<Input, Run extends CallerRun> = (
  event: CallerEvent<Run>,
  target: Target<Input, Run>,
  ports: CallerPorts,
  remainingMs: () => number,
) => Promise<CallerAnswer>;

/** The handler of a caller: parse the event, work on the batch, answer `done` or `wait`. */
export const callerHandler =
  <Input, Run extends CallerRun>(
    schema: z.ZodType<CallerEvent<Run>>,
    target: Target<Input, Run>,
    work: Work<Input, Run> = workBatch,
  ) =>
  async (event: unknown, context: Context): Promise<CallerAnswer> => {
    logger.addContext(context);
    const parsed = parseEvent(schema, event);
    const ids = { evaluationId: parsed.run.evaluationId, batch: parsed.batch.index };
    return traced('CallBatch', ids, () =>
      withSandbox(() => work(parsed, target, portsFromEnvironment(), () => context.getRemainingTimeInMillis())),
    );
  };

export function parseEvent<T extends z.ZodType>(schema: T, event: unknown): z.output<T> {
  const parsed = schema.safeParse(event);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'event'}: ${issue.message}`);
  throw new RollcallError('InvalidRunInput', `The event is not valid. ${problems.join('; ')}`);
}
