import { randomUUID } from 'node:crypto';
import { AwsError } from '../../aws-error.ts';
import { isTooLarge } from './data.ts';
import { StatesError } from './states-error.ts';

interface Waiting {
  resolve(output: unknown): void;
  reject(error: StatesError): void;
  heartbeat(): void;
}

export interface TaskToken {
  readonly token: string;
  /** Settles when SendTaskSuccess or SendTaskFailure arrives. */
  readonly callback: Promise<unknown>;
  onHeartbeat(listener: () => void): void;
  /** The task is over: whoever still holds the token is told so. */
  release(): void;
}

const FORM = /^[A-Za-z0-9+/=]{16,2048}$/;

/** The tasks that wait for a token to come back. Tokens live as long as the process: a restart aborts all executions. */
export class TaskTokens {
  readonly #waiting = new Map<string, Waiting>();

  create(executionArn: string): TaskToken {
    const token = Buffer.from(`${randomUUID()}:${executionArn}`).toString('base64');
    let beat = () => {};
    const callback = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(token, { resolve, reject, heartbeat: () => beat() });
    });
    // Nobody may be listening yet when the answer comes.
    callback.catch(() => {});
    return {
      token,
      callback,
      onHeartbeat: (listener) => {
        beat = listener;
      },
      release: () => this.#waiting.delete(token),
    };
  }

  /** `text` is the output as JSON; the token is looked at first, as AWS does. */
  succeed(token: string, text: string): void {
    const waiting = this.#find(token);
    const output = parseOutput(text);
    this.#waiting.delete(token);
    waiting.resolve(output);
  }

  fail(token: string, error: string, cause: string): void {
    const waiting = this.#find(token);
    this.#waiting.delete(token);
    waiting.reject(new StatesError(error, cause));
  }

  heartbeat(token: string): void {
    this.#find(token).heartbeat();
  }

  #find(token: string): Waiting {
    if (!FORM.test(token)) {
      throw new AwsError('InvalidToken', `Invalid Token: 'Invalid token'`);
    }
    const waiting = this.#waiting.get(token);
    if (!waiting) throw new AwsError('TaskTimedOut', `Task Timed Out: 'Provided task does not exist anymore'`);
    return waiting;
  }
}

function parseOutput(text: string): unknown {
  if (isTooLarge(text)) {
    throw new AwsError('InvalidOutput', `Invalid Output: 'The output is over the 262144 bytes a task may return.'`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AwsError('InvalidOutput', `Invalid Output: '${error instanceof Error ? error.message : error}'`);
  }
}
