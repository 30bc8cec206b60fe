import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { machineOfExecution } from '../../core/row-identity.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';

/** What starts executions of our own state machines. */
export interface Starter {
  readonly sfn: SFNClient;
}

/** Starts the execution that a record asks for. The same name and input start one execution, however often. */
export async function startRequested(
  { execution_arn, pass_input }: Pick<RunRecord, 'execution_arn' | 'pass_input'>,
  { sfn }: Starter,
): Promise<void> {
  if (!pass_input) return;
  const stateMachineArn = machineOfExecution(execution_arn);
  const name = execution_arn.slice(execution_arn.lastIndexOf(':') + 1);
  try {
    await sfn.send(new StartExecutionCommand({ stateMachineArn, name, input: pass_input }));
  } catch (error) {
    // It was started, and has ended meanwhile.
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}
