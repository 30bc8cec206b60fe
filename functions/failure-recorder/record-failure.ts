import * as z from 'zod';
import { callerEventSchema, type Done } from '../../contracts/caller.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { readableFailure } from '../../core/normalize/reported-failure.ts';
import type { CallerPorts } from '../shared/caller-ports.ts';
import { settledBefore, settleRow } from '../shared/settle-row.ts';

/** A caller's event, and what Step Functions caught when the caller itself failed. */
const failureEventSchema = callerEventSchema.extend({
  failure: z.object({ Error: z.string().default('Unknown'), Cause: z.string().default('') }),
});

/** Settles a row whose caller failed for good, unless it was settled before it failed. */
export async function recordFailure(event: unknown, ports: CallerPorts): Promise<Done> {
  const parsed = failureEventSchema.parse(event);
  const staged = await ports.staging.find(parsed);
  if (staged) return settledBefore(parsed, staged, ports);

  if (parsed.resume?.parked) await ports.runs.unpark(parsed.run.evaluationId, parsed.executionId);
  const error = callerError(parsed.failure);
  const now = new Date().toISOString();
  // Whether the call was made is not known; it may have been, so it is counted as one.
  const calls = (parsed.resume?.calls ?? 0) + (parsed.resume?.agentExecutionArn ? 0 : 1);
  const { agentExecutionArn: traceRef, startedAt = now, spentUsd, setAside } = parsed.resume ?? {};
  return settleRow(
    parsed,
    { status: 'failed', calls, error, traceRef, spentUsd, setAside, startedAt, finishedAt: now },
    ports,
  );
}

/** `States.Timeout` and the function's own time-out mean the target kept the caller waiting. */
function callerError({ Error: name, Cause: cause }: { Error: string; Cause: string }): RollcallError {
  const timedOut = name === 'States.Timeout' || name === 'Sandbox.Timedout' || /Task timed out after/.test(cause);
  const errorName: ErrorName = timedOut ? 'TargetTimeout' : 'CallerFailed';
  return new RollcallError(errorName, readableFailure(name, cause) ?? name);
}
