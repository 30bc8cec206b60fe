import type { CloudContext } from '../../cloud-context.ts';
import { StatesError } from '../engine/states-error.ts';
import { runSdkTask } from './aws-sdk.ts';
import { runFunction } from './lambda-invoke.ts';
import { optimizedIntegrations } from './optimized.ts';
import { argumentProblem, isSupportedResource, parseResource, type Resource } from './resource.ts';
import type { RunTask, TaskEvent } from './task.ts';
import { ExecutionEnds } from './waiting.ts';

/**
 * Makes the function that runs Task states. Every AWS call is made as the task's role, so that IAM is evaluated;
 * an aborted task rejects with the signal's reason after stopping what it started.
 */
export function createTaskRunner(context: CloudContext): RunTask {
  const said = new Set<string>();
  const logOnce = (line: string) => {
    if (!said.has(line)) context.log(line);
    said.add(line);
  };
  const tools = { context, executionEnds: new ExecutionEnds(context.events), logOnce };
  const resources = new Map<string, Resource>();

  return async (run) => {
    const resource = resources.get(run.resource) ?? supportedResource(run.resource);
    resources.set(run.resource, resource);

    const emit = (event: TaskEvent) => run.emit(event);

    if (resource.kind === 'function') {
      emit({ kind: 'started' });
      return runFunction(resource.functionArn, run.arguments, run.caller, context);
    }
    if (resource.kind === 'aws-sdk') {
      emit({ kind: 'started' });
      return runSdkTask({ ...run, ...resource, emit }, tools);
    }
    const integration = optimizedIntegrations[`${resource.service}:${resource.action}`];
    const problem =
      typeof run.arguments === 'string' ? 'Arguments must be an object.' : argumentProblem(run.resource, run.arguments);
    if (problem || !integration)
      throw new StatesError('States.Runtime', problem ?? `${run.resource} is not supported.`);
    emit({ kind: 'started' });
    const args = (run.arguments ?? {}) as Record<string, unknown>;
    return integration.run({ ...run, arguments: args, pattern: resource.pattern, emit }, tools);
  };
}

function supportedResource(text: string): Resource {
  const supported = isSupportedResource(text);
  const resource = parseResource(text);
  if (supported !== true || !resource) throw new StatesError('States.Runtime', String(supported));
  return resource;
}
