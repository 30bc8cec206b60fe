import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { RunRecord } from '../../domain/run-records/run-record.ts';

/** What starts executions of the evaluation state machine. */
export interface Starter {
  readonly sfn: SFNClient;
  readonly stateMachineArn: string;
}

/** Starts the execution that a record asks for. The same name and input start one execution, however often. */
export async function startRequested(
  { execution_arn, pass_input }: Pick<RunRecord, 'execution_arn' | 'pass_input'>,
  { sfn, stateMachineArn }: Starter,
): Promise<void> {
  if (!pass_input) return;
  const name = execution_arn.slice(execution_arn.lastIndexOf(':') + 1);
  try {
    await sfn.send(new StartExecutionCommand({ stateMachineArn, name, input: pass_input }));
  } catch (error) {
    // It was started, and has ended meanwhile.
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}
