import * as z from 'zod';
import { callerEventSchema, type Done } from '../../contracts/caller.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { readableFailure } from '../../core/normalize/reported-failure.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import { settleRest } from '../caller/settle-rest.ts';
import { openWatchedBatch } from '../caller/watched-batch.ts';

/** A caller's event, and what Step Functions caught when the caller itself failed. */
const failureEventSchema = callerEventSchema.extend({
  failure: z.object({ Error: z.string().default('Unknown'), Cause: z.string().default('') }),
});

/** Settles what is left of a batch whose caller cannot work on it. */
export async function recordFailure(event: unknown, ports: CallerPorts): Promise<Done> {
  const parsed = failureEventSchema.parse(event);
  const { batch, policy } = await openWatchedBatch(parsed, ports);
  await settleRest(batch, 'failed', callerError(parsed.failure));
  // Rows of a bulk job are not lost: a resume goes on with it.
  const lost = [...batch.queue.claimed.values()].filter(({ claim }) => claim.name === undefined);
  await Promise.all(lost.map(batch.settleLost));
  await policy.upToDate();
  await batch.tally.write('done', 0);
  await batch.told();
  return { outcome: 'done' };
}

/** `States.Timeout` and the function's own time-out mean the target kept the caller waiting. */
function callerError({ Error: name, Cause: cause }: { Error: string; Cause: string }): RollcallError {
  const timedOut = name === 'States.Timeout' || name === 'Sandbox.Timedout' || /Task timed out after/.test(cause);
  const errorName: ErrorName = timedOut ? 'TargetTimeout' : 'CallerFailed';
  return new RollcallError(errorName, readableFailure(name, cause) ?? name);
}
