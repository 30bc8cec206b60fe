import type { TaskState } from '../definition/definition.ts';
import { abortable, alarm, childController } from './cancel.ts';
import { type Data, isTooLarge, toData } from './data.ts';
import { wholeNumber } from './number-field.ts';
import { recover } from './recover.ts';
import { dataLimitExceeded, StatesError } from './states-error.ts';
import { taskEvents } from './task-events.ts';
import type { TaskToken } from './task-tokens.ts';
import type { Outcome, Visit } from './visit.ts';

const LONGEST_TIMEOUT = 99_999_999;
const WAITS_FOR_TOKEN = '.waitForTaskToken';

/** Calls a function or a service and waits for what it answers. */
export function runTask(visit: Visit<TaskState>): Promise<Outcome> {
  return recover(visit, {
    async attempt() {
      const { Resource } = visit.state;
      const token = Resource.endsWith(WAITS_FOR_TOKEN)
        ? visit.scope.execution.parts.tokens.create(visit.scope.execution.arn)
        : undefined;
      visit.taskToken = token?.token;
      try {
        const value = await callTask(visit, token);
        return { ...(await visit.language.finish(visit, { value })), next: visit.state.Next };
      } finally {
        token?.release();
        visit.taskToken = undefined;
      }
    },
  });
}

async function callTask(visit: Visit<TaskState>, token: TaskToken | undefined): Promise<unknown> {
  const { state, scope } = visit;
  const { execution } = scope;
  const workInput = toData(await visit.language.workInput(visit));
  if (isTooLarge(workInput.json)) throw dataLimitExceeded(visit.name);
  const timeout = await wholeNumber(visit, 'TimeoutSeconds', 1, LONGEST_TIMEOUT);
  const heartbeat = await wholeNumber(visit, 'HeartbeatSeconds', 1, LONGEST_TIMEOUT);
  const roleArn = await credentials(visit);
  const events = taskEvents(visit, workInput, { timeout, heartbeat, roleArn });

  const controller = childController(scope.signal);
  const outOfTime = (error: string) => () => controller.abort(new StatesError(error, ''));
  const timer = timeout === undefined ? undefined : alarm(timeout, outOfTime('States.Timeout'));
  // A heartbeat is expected only of work that can send one, once it has begun.
  const heart = heartbeatOf(token === undefined ? undefined : heartbeat, outOfTime('States.HeartbeatTimeout'));
  token?.onHeartbeat(heart.beat);
  try {
    events.scheduled();
    const result = await abortable(
      execution.parts.runTask({
        resource: state.Resource,
        arguments: workInput.value,
        caller: roleArn === undefined ? execution.caller : execution.parts.context.assumeRole(roleArn, execution.name),
        executionArn: execution.arn,
        signal: controller.signal,
        taskToken: token?.token,
        callback: token?.callback,
        emit: (event) => {
          events.emit(event);
          if (event.kind === 'started') heart.beat();
        },
      }),
      controller.signal,
    );
    const output: Data = toData(result);
    if (isTooLarge(output.json)) throw dataLimitExceeded(events.resourceType);
    events.succeeded(output);
    return output.value ?? null;
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason;
    if (!(error instanceof StatesError)) throw error;
    events.failed(error);
    throw error;
  } finally {
    timer?.cancel();
    heart.stop();
    controller.release();
  }
}

/** An alarm that the first beat sets and each further one puts off. */
function heartbeatOf(seconds: number | undefined, onTime: () => void): { beat(): void; stop(): void } {
  let current: ReturnType<typeof alarm> | undefined;
  return {
    beat: () => {
      if (current) current.restart();
      else if (seconds !== undefined) current = alarm(seconds, onTime);
    },
    stop: () => current?.cancel(),
  };
}

async function credentials(visit: Visit<TaskState>): Promise<string | undefined> {
  const { Credentials } = visit.state;
  const field = Credentials && (await visit.language.field(visit, Credentials, 'RoleArn', 'Credentials/RoleArn'));
  if (!field) return undefined;
  if (typeof field.value !== 'string') throw field.wrongType('string');
  return field.value;
}
