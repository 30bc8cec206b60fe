import { createHash } from 'node:crypto';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import type { ExecutionInput } from '../../contracts/execution-input.ts';
import { isOver, type RunRecord } from '../../contracts/run-record.ts';
import type { Change, ControlDependencies } from './control-run.ts';

/** Calls rows again, or for the first time, in a new execution under the same evaluation. */
export async function startPass(
  record: RunRecord,
  pass: Pick<ExecutionInput, 'retry' | 'retryClass'>,
  { sfn, stateMachineArn }: ControlDependencies,
): Promise<Change> {
  if (!isOver(record.status)) {
    throw new RollcallError(
      'IllegalTransition',
      `Run ${record.evaluation_id} is ${record.status}; rows can be called again once it has ended. Wait for it, or cancel it.`,
    );
  }
  if (nothingToDo(record, pass)) return { changed: false };
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({
      stateMachineArn,
      // The same request twice is the same execution, so that a repeated command starts nothing twice.
      name: passName(record, pass),
      input: JSON.stringify({ evaluationId: record.evaluation_id, ...pass }),
    }),
  );
  return { changed: true, executionArn };
}

function nothingToDo(record: RunRecord, { retry }: Pick<ExecutionInput, 'retry'>): boolean {
  if (retry === 'failed') return record.failed === 0;
  return record.status === 'completed' && record.succeeded + record.failed === record.total;
}

function passName(record: RunRecord, pass: Pick<ExecutionInput, 'retry' | 'retryClass'>): string {
  const key = [record.pass_id, pass.retry, pass.retryClass ?? ''].join(' ');
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${record.evaluation_id.slice(0, 50)}-${pass.retry}-${hash}`;
}
