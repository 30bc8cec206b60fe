import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import { type DescribedChild, withMetadata } from '../distributed-map/child-results.ts';
import { abortable } from '../engine/cancel.ts';
import { StatesError } from '../engine/states-error.ts';
import type { Integration, IntegrationRun, Tools } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { asText, type Json, sdkMetadata } from './shapes.ts';
import { callbackResult, poll } from './waiting.ts';

const ERRORS = { prefix: 'StepFunctions', service: 'AWSStepFunctions', fallback: 'AWSStepFunctionsException' };

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
  const describe = () => poll<DescribedChild>(look, run, context);
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

function describeResult(execution: DescribedChild, parse: boolean): Json {
  const text = (value: string): Json => (parse ? JSON.parse(value) : value);
  const { input = '{}', output, startDate, stopDate } = execution;
  return {
    ...withMetadata(execution),
    Input: text(input),
    ...(output !== undefined && { Output: text(output) }),
    StartDate: startDate.getTime(),
    ...(stopDate && { StopDate: stopDate.getTime() }),
  } as Json;
}

async function call<Output>(context: CloudContext, operation: string, input: unknown, caller: Caller): Promise<Output> {
  try {
    return await context.call<Output>('states', operation, input, caller);
  } catch (error) {
    throw optimizedError(ERRORS, error);
  }
}
