import { AsyncLocalStorage } from 'node:async_hooks';
import { isObject } from '../json.ts';
import { MAPPING_LIMITS } from '../mapping/limits.ts';
import { onLines } from './lines.ts';
import { type SandboxKind, type SandboxProcess, startProcess } from './start-process.ts';

const READY_WITHIN_MS = 20_000;
/** The deadline inside comes first; this one is for a step that cannot be interrupted. */
const ANSWERS_WITHIN_MS = MAPPING_LIMITS.milliseconds + 500;
/** Tasks that are sent before the first of them is answered. */
const MOST_SENT = 32;
const LONGEST_ANSWER_BYTES = 64 * 1024 * 1024;
const IDLE_MS = 5_000;

/** The task was the end of its process, or was refused there. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** Of the error that the task itself threw. */
  readonly thrown?: string;

  constructor(message: string, thrown?: string) {
    super(message);
    this.thrown = thrown;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function thrownIn(answer: unknown): [message: string, thrown: string] {
  const { name, message } = isObject(answer) ? answer : {};
  return [String(message), String(name)];
}

interface Task {
  readonly line: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A process for work that users write: it may end at any time, and the task it was working on fails. Tasks are answered
 * in their order, so the first one without an answer is the one that ended it; the others go to the next process.
 */
class Sandbox {
  readonly #kind: SandboxKind;
  readonly #idleMs: number | undefined;
  /** Without an answer; the first `#sent` of them are at the process. */
  readonly #tasks: Task[] = [];
  #sent = 0;
  #process: SandboxProcess | undefined;
  #isReady = false;
  #timer: NodeJS.Timeout | undefined;
  #endedFor = 'its process';
  #isClosed = false;

  constructor(kind: SandboxKind, idleMs?: number) {
    this.#kind = kind;
    this.#idleMs = idleMs;
  }

  run(task: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new SandboxError('the work it belongs to has ended');
      this.#tasks.push({ line: `${JSON.stringify(task)}\n`, resolve, reject });
      this.#process ??= this.#start();
      this.#send();
      if (this.#tasks.length === 1) this.#wait();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#end('time: the work it belongs to has ended');
  }

  #start(): SandboxProcess {
    const started = startProcess(this.#kind);
    onLines(
      started.stdout,
      (line) => this.#take(started, line),
      LONGEST_ANSWER_BYTES,
      () => this.#end('room'),
    );
    started.on('error', () => this.#ended(started));
    started.on('close', () => this.#ended(started));
    // A task written to a process that is gone is sent again.
    started.stdin.on('error', () => {});
    return started;
  }

  #send(): void {
    while (this.#isReady && this.#sent < Math.min(this.#tasks.length, MOST_SENT)) {
      this.#process?.stdin.write(this.#tasks[this.#sent]?.line ?? '');
      this.#sent += 1;
    }
  }

  #take(from: SandboxProcess, line: string): void {
    if (from !== this.#process) return;
    if (this.#isReady && !this.#settle(line)) {
      this.#end('its process: the answer cannot be read');
      return;
    }
    this.#isReady = true;
    this.#send();
    this.#wait();
  }

  /** Whether it is an answer. What was broken into may give anything. */
  #settle(line: string): boolean {
    const answer = parsed(line.slice(1));
    if (answer === undefined || this.#sent === 0) return false;
    const task = this.#tasks.shift();
    this.#sent -= 1;
    if (line.startsWith('+')) task?.resolve(answer);
    else task?.reject(new SandboxError(...thrownIn(answer)));
    return true;
  }

  /** For the answer to the first task, or for a next task. Only the former keeps the program running. */
  #wait(): void {
    clearTimeout(this.#timer);
    const isBusy = this.#tasks.length > 0;
    for (const handle of [this.#process, this.#process?.stdin, this.#process?.stdout]) {
      if (isBusy) handle?.ref();
      else handle?.unref();
    }
    const ms = isBusy ? (this.#isReady ? ANSWERS_WITHIN_MS : READY_WITHIN_MS) : this.#idleMs;
    if (ms === undefined) return;
    this.#timer = setTimeout(() => (isBusy ? this.#end(`time (${ms} ms)`) : this.#retire()), ms);
    if (!isBusy) this.#timer.unref();
  }

  #end(reason: string): void {
    this.#endedFor = reason;
    clearTimeout(this.#timer);
    this.#process?.kill('SIGKILL');
  }

  /** The next task has a process of its own; one that is being ended would take it along. */
  #retire(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    this.#isReady = false;
  }

  #ended(process: SandboxProcess): void {
    if (process !== this.#process) return;
    const reason = this.#endedFor;
    const failed = this.#tasks.splice(
      0,
      this.#isReady && !this.#isClosed ? Math.min(this.#sent, 1) : this.#tasks.length,
    );
    const problem = this.#isReady ? `it ran out of ${reason}` : 'the process that evaluates it could not be started';
    this.#process = undefined;
    this.#isReady = false;
    this.#sent = 0;
    this.#endedFor = `memory (${MAPPING_LIMITS.processMegabytes} MB) or ended its process`;
    clearTimeout(this.#timer);
    for (const { reject } of failed) reject(new SandboxError(problem));
    if (this.#tasks.length === 0) return;
    this.#process = this.#start();
    this.#wait();
  }
}

class Sandboxes {
  readonly #byKind = new Map<SandboxKind, Sandbox>();
  readonly #idleMs: number | undefined;

  constructor(idleMs?: number) {
    this.#idleMs = idleMs;
  }

  of(kind: SandboxKind): Sandbox {
    const sandbox = this.#byKind.get(kind) ?? new Sandbox(kind, this.#idleMs);
    this.#byKind.set(kind, sandbox);
    return sandbox;
  }

  end(): void {
    for (const sandbox of this.#byKind.values()) sandbox.close();
  }
}

const scope = new AsyncLocalStorage<Sandboxes>();
/** For work that belongs to no invocation, such as that of the command line. */
const shared = new Sandboxes(IDLE_MS);

/** Work for one tenant: what users wrote runs in processes of its own, which end with it. */
export async function withSandbox<T>(work: () => Promise<T>): Promise<T> {
  const own = new Sandboxes();
  try {
    return await scope.run(own, work);
  } finally {
    own.end();
  }
}

/** Plain JSON. Throws SandboxError. */
export const inSandbox = (kind: SandboxKind, task: unknown): Promise<unknown> =>
  (scope.getStore() ?? shared).of(kind).run(task);
