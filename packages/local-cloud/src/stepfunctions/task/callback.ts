import type { TaskRun } from './task.ts';

/** The result of a `.waitForTaskToken` task: what SendTaskSuccess brings, once the request has been handed over. */
export function callbackResult(run: TaskRun, submitted: unknown): Promise<unknown> {
  run.emit({ kind: 'submitted', output: submitted });
  if (!run.callback) throw new Error(`${run.resource} was started without a task token`);
  return run.callback;
}
