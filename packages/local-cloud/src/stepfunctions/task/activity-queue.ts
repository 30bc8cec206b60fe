import { setMaxListeners } from 'node:events';
import { abortable } from '../engine/cancel.ts';
import { StatesError } from '../engine/states-error.ts';
import type { TaskRun } from './task.ts';

/** A task that no worker has taken yet. */
interface WaitingTask {
  readonly token: string;
  readonly input: unknown;
  taken(workerName: string | undefined): void;
}

export interface ActivityTask {
  readonly taskToken: string;
  /** JSON text. */
  readonly input: string;
}

/** How long GetActivityTask waits for a task. */
const LONGEST_POLL_MS = 60_000;

/** Tasks on their way to the workers that ask for them, first come first served. */
export class ActivityQueue {
  readonly #tasks = new Map<string, WaitingTask[]>();
  readonly #workers = new Map<string, ((task: WaitingTask) => void)[]>();
  readonly #closing = new AbortController();
  readonly #exists: (activityArn: string) => boolean;

  constructor(exists: (activityArn: string) => boolean) {
    this.#exists = exists;
    // Each worker that waits listens.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Hands a task to the next worker and gives what it sends back. */
  async run(activityArn: string, run: TaskRun): Promise<unknown> {
    if (!run.callback || run.taskToken === undefined)
      throw new Error(`${activityArn} was started without a task token`);
    if (!this.#exists(activityArn)) {
      throw new StatesError('States.Runtime', `Activity Does Not Exist: '${activityArn}'`);
    }
    const task: WaitingTask = {
      token: run.taskToken,
      input: run.arguments,
      taken: (workerName) => run.emit({ kind: 'started', workerName }),
    };
    const worker = this.#workers.get(activityArn)?.shift();
    if (worker) worker(task);
    else push(this.#tasks, activityArn, task);
    try {
      return await abortable(run.callback, run.signal);
    } finally {
      remove(this.#tasks, activityArn, task);
    }
  }

  /** The next task, or undefined when there was none for a minute. */
  async take(activityArn: string, workerName: string | undefined): Promise<ActivityTask | undefined> {
    const task = this.#tasks.get(activityArn)?.shift() ?? (await this.#nextTask(activityArn));
    if (!task) return undefined;
    task.taken(workerName);
    return { taskToken: task.token, input: JSON.stringify(task.input) };
  }

  close(): void {
    this.#closing.abort();
  }

  #nextTask(activityArn: string): Promise<WaitingTask | undefined> {
    return new Promise((resolve) => {
      const end = (task?: WaitingTask) => {
        clearTimeout(timer);
        this.#closing.signal.removeEventListener('abort', giveUp);
        remove(this.#workers, activityArn, end);
        resolve(task);
      };
      const giveUp = () => end();
      const timer = setTimeout(giveUp, LONGEST_POLL_MS);
      this.#closing.signal.addEventListener('abort', giveUp, { once: true });
      push(this.#workers, activityArn, end);
      if (this.#closing.signal.aborted) giveUp();
    });
  }
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function remove<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const left = lists.get(key)?.filter((other) => other !== item) ?? [];
  if (left.length > 0) lists.set(key, left);
  else lists.delete(key);
}
