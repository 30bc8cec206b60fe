import type { AgentEvent } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { accessDenied, classifyAwsError } from '../../core/classify-error.ts';

type Failure = NonNullable<AgentEvent['failure']>;

/** Another execution has the agent's name: an earlier start of the same call, ended or with another input. */
export const isNameTaken = (failure: Failure | null | undefined): boolean =>
  failure?.Error.includes('ExecutionAlreadyExists') ?? false;

/** Step Functions waited for the agent and saw it end. */
export const isEndSeen = (failure: Failure | null | undefined): boolean =>
  !failure || failure.Error === 'States.TaskFailed';

/** The row error for a start that Step Functions refused for good: nothing runs, whether or not one can look. */
export function refusedStart(failure: Failure, stateMachineArn: string): RollcallError | undefined {
  if (!failure.Error.startsWith('StepFunctions.') || isNameTaken(failure)) return undefined;
  const error = startFailure(failure, stateMachineArn);
  return error.errorClass === 'transient' ? undefined : error;
}

/** The row error for an agent that Step Functions could not start. */
export function startFailure({ Error: name, Cause: cause }: Failure, stateMachineArn: string): RollcallError {
  if (name === 'States.Timeout')
    return new RollcallError('TargetTimeout', `${stateMachineArn} was not started in time.`);
  if (name === 'States.Permissions') return accessDenied(stateMachineArn, `${stateMachineArn}: ${cause}`);
  // Nobody knows whether it arrived; the name makes sure that starting it again starts it once.
  if (name === 'StepFunctions.SdkClientException')
    return new RollcallError('TargetUnavailable', `${stateMachineArn}: ${cause}`);
  // Errors that are not in the service's model (a denied access, a throttled call) are only named in the cause.
  const code = /Error Code: ([\w.]+)/.exec(cause)?.[1] ?? name.replace(/^StepFunctions\.(\w+?)(Exception)?$/, '$1');
  return classifyAwsError({ name: code, message: cause }, stateMachineArn);
}
