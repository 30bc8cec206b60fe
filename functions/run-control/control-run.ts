import type { SFNClient } from '@aws-sdk/client-sfn';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RollcallError } from '../../contracts/errors.ts';
import { type RunControlAnswer, type RunControlRequest, runControlRequestSchema } from '../../contracts/run-control.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { progressOf } from '../../core/progress.ts';
import { cancel, pause, unpause } from './change-status.ts';
import { type Execution, executionOf } from './execution-of.ts';
import { readRun } from './read-run.ts';
import { setConcurrency } from './set-concurrency.ts';
import { settleStanding } from './settle-standing.ts';
import { startPass } from './start-pass.ts';

export interface ControlDependencies {
  readonly documents: DynamoDBDocumentClient;
  readonly sfn: SFNClient;
  readonly runsTable: string;
  readonly stateMachineArn: string;
}

/** What an action did; the record is read again for the answer. */
export interface Change {
  readonly changed: boolean;
  readonly executionArn?: string;
}

/** One command on one run. Every command can be repeated: `changed` says whether this one did anything. */
export async function controlRun(event: unknown, deps: ControlDependencies): Promise<RunControlAnswer> {
  const request = parse(event);
  const { evaluationId } = request;
  const found = await readRun(evaluationId, deps);
  const execution = await executionOf(found, deps);
  const record = await settleStanding(found, execution, deps);
  const change = await act(request, record, execution, deps);
  const after = change.changed ? await readRun(evaluationId, deps) : record;
  return {
    evaluationId,
    status: after.status,
    ...(after.reason && { reason: after.reason }),
    ...change,
    progress: progressOf(after, execution.rowsInFlight),
  };
}

function parse(event: unknown): RunControlRequest {
  const parsed = runControlRequestSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`);
  throw new RollcallError('InvalidControlRequest', problems.join('; '));
}

function act(
  request: RunControlRequest,
  record: RunRecord,
  execution: Execution,
  deps: ControlDependencies,
): Promise<Change> | Change {
  switch (request.action) {
    case 'status':
      return { changed: false };
    case 'pause':
      return pause(record, deps);
    case 'cancel':
      return cancel(record, request, deps);
    case 'resume':
      return execution.running ? unpause(record, deps) : startPass(record, { retry: 'missing' }, deps);
    case 'retry':
      return startPass(record, { retry: 'failed', retryClass: request.errorClass }, deps);
    case 'set-concurrency':
      return setConcurrency(record, execution, request.maxConcurrency, deps);
  }
}
