import type { TaskState } from '../definition/definition.ts';
import type { TaskEvent } from '../task/task.ts';
import type { Data } from './data.ts';
import { errorDetails, type StatesError } from './states-error.ts';
import type { Visit } from './visit.ts';

interface TaskEvents {
  /** `lambda`, `aws-sdk:s3`, or the ARN of a function called directly. */
  readonly resourceType: string;
  scheduled(): void;
  emit(event: TaskEvent): void;
  succeeded(output: Data): void;
  failed(error: StatesError): void;
}

interface Settings {
  readonly timeout?: number;
  readonly heartbeat?: number;
  readonly roleArn?: string;
}

const untruncated = { truncated: false };

/** The history of one attempt of a Task: LambdaFunction… when Resource is a function's ARN, Task… otherwise. */
export function taskEvents(visit: Visit<TaskState>, input: Data, settings: Settings): TaskEvents {
  const { Resource } = visit.state;
  const timeoutInSeconds = settings.timeout;
  const taskCredentials = settings.roleArn === undefined ? undefined : { roleArn: settings.roleArn };
  let started = false;

  if (/^arn:[^:]+:lambda:/.test(Resource)) {
    const start = () => {
      if (!started) visit.emit('LambdaFunctionStarted');
      started = true;
    };
    return {
      resourceType: Resource,
      scheduled: () => {
        visit.emit('LambdaFunctionScheduled', {
          resource: Resource,
          input: input.json,
          inputDetails: untruncated,
          timeoutInSeconds,
          taskCredentials,
        });
      },
      emit: (event) => event.kind !== 'scheduled' && start(),
      succeeded: (output) => {
        start();
        visit.emit('LambdaFunctionSucceeded', { output: output.json, outputDetails: untruncated });
      },
      failed: (error) => {
        start();
        visit.emit(isTimeout(error) ? 'LambdaFunctionTimedOut' : 'LambdaFunctionFailed', errorDetails(error));
      },
    };
  }

  const name = Resource.split(':').slice(5);
  const resource = name.slice(name[0] === 'aws-sdk' ? 2 : 1).join(':');
  const resourceType = name.slice(0, name[0] === 'aws-sdk' ? 2 : 1).join(':');
  const about = { resourceType, resource };
  const start = () => {
    if (!started) visit.emit('TaskStarted', about);
    started = true;
  };
  return {
    resourceType,
    scheduled: () => {
      visit.emit('TaskScheduled', {
        ...about,
        region: visit.scope.execution.parts.context.region,
        parameters: input.json,
        timeoutInSeconds,
        heartbeatInSeconds: settings.heartbeat,
        taskCredentials,
      });
    },
    emit: (event) => {
      if (event.kind === 'scheduled') return;
      start();
      if (event.kind === 'submitted') {
        visit.emit('TaskSubmitted', { ...about, output: JSON.stringify(event.output), outputDetails: untruncated });
      }
    },
    succeeded: (output) => {
      start();
      visit.emit('TaskSucceeded', { ...about, output: output.json, outputDetails: untruncated });
    },
    failed: (error) => {
      start();
      visit.emit(isTimeout(error) ? 'TaskTimedOut' : 'TaskFailed', { ...about, ...errorDetails(error) });
    },
  };
}

const isTimeout = ({ error }: StatesError): boolean =>
  error === 'States.Timeout' || error === 'States.HeartbeatTimeout';
