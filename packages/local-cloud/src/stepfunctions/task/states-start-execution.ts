import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import { abortable } from '../engine/cancel.ts';
import { StatesError } from '../engine/states-error.ts';
import type { Integration, IntegrationRun, Tools } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { asText, type Json, sdkMetadata } from './shapes.ts';
import { callbackResult, poll } from './waiting.ts';

const ERRORS = { prefix: 'StepFunctions', service: 'AWSStepFunctions', fallback: 'AWSStepFunctionsException' };

interface Description {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly status: string;
  readonly startDate: Date;
  readonly stopDate?: Date;
  readonly input?: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly redriveCount?: number;
  readonly redriveStatus?: string;
  readonly redriveStatusReason?: string;
}

/** `arn:aws:states:::states:startExecution`, alone, `.sync`, `.sync:2` and `.waitForTaskToken` */
export const statesStartExecution: Integration = {
  patterns: ['request', 'sync', 'sync:2', 'token'],
  required: ['StateMachineArn'],
  optional: ['Input', 'Name'],
  async run(run, tools) {
    const { Input, Name, StateMachineArn } = run.arguments;
    const input = {
      stateMachineArn: StateMachineArn,
      input: Input === undefined || Input === null ? '{}' : asText(Input),
      ...(Name === undefined ? {} : { name: Name }),
    };
    const started = await call<{ executionArn: string; startDate: Date }>(
      tools.context,
      'StartExecution',
      input,
      run.caller,
    );
    const result = {
      ExecutionArn: started.executionArn,
      ...sdkMetadata(randomUUID()),
      StartDate: started.startDate.getTime(),
    };
    if (run.pattern === 'request') return result;
    if (run.pattern === 'token') return callbackResult(run, result);
    run.emit({ kind: 'submitted', output: result });
    return finished(started.executionArn, run, tools);
  },
};

/** Waits for the started execution; when the task is aborted, the execution is stopped with it. */
async function finished(executionArn: string, run: IntegrationRun, { context, executionEnds }: Tools): Promise<Json> {
  const look = { service: 'states', operation: 'DescribeExecution', input: { executionArn }, errors: ERRORS };
  const describe = () => poll<Description>(look, run, context);
  const watch = executionEnds.watch(executionArn);
  try {
    let execution = await describe();
    if (execution.status === 'RUNNING') {
      await abortable(watch.ended, run.signal);
      execution = await describe();
    }
    const result = describeResult(execution, run.pattern === 'sync:2');
    if (execution.status === 'SUCCEEDED') return result;
    throw new StatesError('States.TaskFailed', JSON.stringify(result));
  } catch (error) {
    if (run.signal.aborted) {
      await call(context, 'StopExecution', { executionArn }, run.caller).catch(() => {});
    }
    throw error;
  } finally {
    watch.forget();
  }
}

/** The members are in the order of the alphabet, as Step Functions writes them. */
function describeResult(execution: Description, parse: boolean): Json {
  const text = (value: string): Json => (parse ? JSON.parse(value) : value);
  const result: { [key: string]: Json } = {};
  if (execution.cause !== undefined) result.Cause = execution.cause;
  if (execution.error !== undefined) result.Error = execution.error;
  result.ExecutionArn = execution.executionArn;
  result.Input = text(execution.input ?? '{}');
  result.InputDetails = { Included: true };
  result.Name = execution.name;
  if (execution.output !== undefined) {
    result.Output = text(execution.output);
    result.OutputDetails = { Included: true };
  }
  result.RedriveCount = execution.redriveCount ?? 0;
  if (execution.redriveStatus !== undefined) result.RedriveStatus = execution.redriveStatus;
  if (execution.redriveStatusReason !== undefined) result.RedriveStatusReason = execution.redriveStatusReason;
  result.StartDate = execution.startDate.getTime();
  result.StateMachineArn = execution.stateMachineArn;
  result.Status = execution.status;
  if (execution.stopDate) result.StopDate = execution.stopDate.getTime();
  return result;
}

async function call<Output>(context: CloudContext, operation: string, input: unknown, caller: Caller): Promise<Output> {
  try {
    return await context.call<Output>('states', operation, input, caller);
  } catch (error) {
    throw optimizedError(ERRORS, error);
  }
}
