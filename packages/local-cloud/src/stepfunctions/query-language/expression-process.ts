import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./runtime/evaluate.mjs', import.meta.url));
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
const MEGABYTES = 512;
/** The deadline inside comes first; this one is for a step that cannot be interrupted. */
const ANSWERS_WITHIN_MS = 11_000;
const IDLE_MS = 5_000;
const MOST_AT_ONCE = 64;
/** Of state machines that evaluate at the same time. More share those that have least to do. */
const MOST_PROCESSES = 8;

/** Why an expression gave no value. `name` is UnsupportedValue where it gave one that JSON has no form for. */
export class ExpressionFailure extends Error {
  readonly code?: string;

  constructor({ name, code, message }: { name?: string; code?: string; message?: string }) {
    super(message);
    if (name) this.name = name;
    this.code = code;
  }
}

interface Task {
  readonly id: number;
  readonly text: string;
  readonly bindings: object;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

type Child = ChildProcessByStdio<Socket, Socket, null>;
type Answer = { id?: number; value?: unknown; failure?: { name?: string; code?: string; message?: string } };

/** A process without environment or rights, which an expression may end. It starts with the first one. */
class ExpressionProcess {
  readonly #tasks = new Map<number, Task>();
  readonly #waiting: Task[] = [];
  readonly #onRetired: () => void;
  #child: Child | undefined;
  #isReady = false;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Were at a process when it ended. One of them was its end, so they are evaluated one after the other. */
  #suspects = 0;

  constructor(onRetired: () => void) {
    this.#onRetired = onRetired;
  }

  get load(): number {
    return this.#tasks.size + this.#waiting.length;
  }

  evaluate(text: string, bindings: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.push({ id: this.#lastId, text, bindings, resolve, reject });
      this.#send();
    });
  }

  /** One that is being ended would take the next expression along. */
  retire(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#isReady = false;
    this.#onRetired();
  }

  #send(): void {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    while (this.#isReady && this.#waiting.length > 0 && this.#tasks.size < (this.#suspects > 0 ? 1 : MOST_AT_ONCE)) {
      const task = this.#waiting.shift() as Task;
      const line = lineOf(task);
      if (line === undefined) continue;
      this.#tasks.set(task.id, task);
      task.timer = setTimeout(() => child.kill('SIGKILL'), ANSWERS_WITHIN_MS);
      child.stdin.write(line);
    }
    const isBusy = this.load > 0;
    for (const handle of [child, child.stdin, child.stdout]) {
      if (isBusy) handle.ref();
      else handle.unref();
    }
    if (!isBusy) this.#idle = setTimeout(() => this.retire(), IDLE_MS).unref();
  }

  #start(): Child {
    const started = startChild();
    createInterface({ input: started.stdout }).on('line', (line) => started === this.#child && this.#read(line));
    started.on('error', () => this.#ended(started));
    started.on('close', () => this.#ended(started));
    started.stdin.on('error', () => {});
    return started;
  }

  /** What was broken into may give anything. */
  #read(line: string): void {
    let answer: unknown;
    try {
      answer = JSON.parse(line);
    } catch {
      this.#child?.kill('SIGKILL');
      return;
    }
    this.#take(answer !== null && typeof answer === 'object' ? answer : {});
  }

  #take({ id, value, failure }: Answer): void {
    this.#isReady = true;
    const task = id === undefined ? undefined : this.#tasks.get(id);
    if (task) {
      this.#tasks.delete(task.id);
      clearTimeout(task.timer);
      if (this.#suspects > 0) this.#suspects -= 1;
      if (failure) task.reject(new ExpressionFailure(failure));
      else task.resolve(value);
    }
    this.#send();
  }

  #ended(child: Child): void {
    if (child !== this.#child) return;
    const lost = [...this.#tasks.values()];
    const couldStart = this.#isReady;
    this.#child = undefined;
    this.#isReady = false;
    this.#tasks.clear();
    for (const { timer } of lost) clearTimeout(timer);
    const message = 'Expression evaluation ran out of time or memory: check for an infinite loop';
    const fail = (task?: Task) => task?.reject(new ExpressionFailure({ code: 'U1001', message }));
    if (!couldStart) this.#waiting.splice(0).forEach(fail);
    if (this.#suspects > 0 || lost.length === 1) {
      fail(lost.pop());
      this.#suspects = Math.max(0, this.#suspects - 1);
    } else {
      this.#suspects = lost.length;
    }
    this.#waiting.unshift(...lost);
    if (this.#waiting.length > 0) this.#send();
    else this.retire();
  }
}

const processes = new Map<string, ExpressionProcess>();

/**
 * The value, undefined where there is none. State machines have a process each, so that an expression which cannot be
 * interrupted delays its own machine alone.
 */
export function evaluateApart(machine: string, text: string, bindings: object): Promise<unknown> {
  return processOf(machine).evaluate(text, bindings);
}

function processOf(machine: string): ExpressionProcess {
  const own = processes.get(machine);
  if (own) return own;
  if (processes.size >= MOST_PROCESSES) {
    const [least] = [...processes.values()].sort((a, b) => a.load - b.load) as [ExpressionProcess];
    if (least.load > 0) return least;
    least.retire();
  }
  const added = new ExpressionProcess(() => processes.delete(machine));
  processes.set(machine, added);
  return added;
}

/** Undefined for values that are nested too deep to be written: their task fails, not whoever made room for it. */
function lineOf({ id, text, bindings, reject }: Task): string | undefined {
  try {
    return `${inOneLine({ id, text, bindings })}\n`;
  } catch (error) {
    reject(error as Error);
    return undefined;
  }
}

/** Other ends of a line than a line feed, which JSON leaves as they are. */
const inOneLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

function startChild(): Child {
  const jsonata = createRequire(import.meta.url).resolve('jsonata-2.0');
  const flags = [
    `--max-old-space-size=${MEGABYTES}`,
    '--disable-proto=delete',
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    PERMISSION,
    '--allow-worker',
    ...[PROGRAM, jsonata].map((file) => `--allow-fs-read=${dirname(file)}/*`),
  ];
  const { LD_LIBRARY_PATH } = process.env;
  const env = LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };
  return spawn(process.execPath, [...flags, PROGRAM, jsonata], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  }) as unknown as Child;
}
