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

const tasks = new Map<number, Task>();
const waiting: Task[] = [];
let child: Child | undefined;
let isReady = false;
let lastId = 0;
let idle: NodeJS.Timeout | undefined;
/** Were at a process when it ended. One of them was its end, so they are evaluated one after the other. */
let suspects = 0;

/** Evaluates in a process without environment or rights, which an expression may end. Undefined where there is no value. */
export function evaluateApart(text: string, bindings: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    waiting.push({ id: lastId, text, bindings, resolve, reject });
    send();
  });
}

function send(): void {
  clearTimeout(idle);
  child ??= start();
  while (isReady && waiting.length > 0 && tasks.size < (suspects > 0 ? 1 : MOST_AT_ONCE)) {
    const task = waiting.shift() as Task;
    const line = lineOf(task);
    if (line === undefined) continue;
    tasks.set(task.id, task);
    task.timer = setTimeout(() => child?.kill('SIGKILL'), ANSWERS_WITHIN_MS);
    child.stdin.write(line);
  }
  const isBusy = tasks.size + waiting.length > 0;
  for (const handle of [child, child.stdin, child.stdout]) {
    if (isBusy) handle.ref();
    else handle.unref();
  }
  if (!isBusy) idle = setTimeout(retire, IDLE_MS).unref();
}

/** The next expression has a process of its own; one that is being ended would take it along. */
function retire(): void {
  child?.kill('SIGKILL');
  child = undefined;
  isReady = false;
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

function start(): Child {
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
  const started = spawn(process.execPath, [...flags, PROGRAM, jsonata], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  }) as unknown as Child;
  createInterface({ input: started.stdout }).on('line', (line) => started === child && read(line));
  started.on('error', () => ended(started));
  started.on('close', () => ended(started));
  started.stdin.on('error', () => {});
  return started;
}

/** What was broken into may give anything. */
function read(line: string): void {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    child?.kill('SIGKILL');
    return;
  }
  take(answer !== null && typeof answer === 'object' ? answer : {});
}

function take({ id, value, failure }: Answer): void {
  isReady = true;
  const task = id === undefined ? undefined : tasks.get(id);
  if (task) {
    tasks.delete(task.id);
    clearTimeout(task.timer);
    if (suspects > 0) suspects -= 1;
    if (failure) task.reject(new ExpressionFailure(failure));
    else task.resolve(value);
  }
  send();
}

function ended(process: Child): void {
  if (process !== child) return;
  const lost = [...tasks.values()];
  const couldStart = isReady;
  child = undefined;
  isReady = false;
  tasks.clear();
  for (const { timer } of lost) clearTimeout(timer);
  const message = 'Expression evaluation ran out of time or memory: check for an infinite loop';
  if (!couldStart) for (const task of waiting.splice(0)) task.reject(new ExpressionFailure({ code: 'U1001', message }));
  if (suspects > 0 || lost.length === 1) {
    lost.pop()?.reject(new ExpressionFailure({ code: 'U1001', message }));
    suspects = Math.max(0, suspects - 1);
  } else {
    suspects = lost.length;
  }
  waiting.unshift(...lost);
  if (waiting.length > 0) send();
}
