import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { compiledOf, keepCompiled } from './compiled-code.ts';
import type { EnvironmentSettings, WriteLog } from './environment-settings.ts';
import { type Invocation, type InvocationResult, platformError } from './invocation.ts';
import { endLines, startLine } from './platform-lines.ts';

/** How long a function's module may take to load before AWS begins that again, as a part of the invocation it is for. */
const INIT_LIMIT_MS = 10_000;
/** A small nursery: with the default a busy thread keeps tens of megabytes that it has no use for. */
const YOUNG_GENERATION_MB = 4;

/** 6 MB, and the 100 bytes AWS adds for its own. */
const LARGEST_RESPONSE = 6 * 1024 * 1024 + 100;

type WorkerMessage =
  | { type: 'ready' }
  | { type: 'init-error'; payload: string }
  | { type: 'compiled'; cachedData: Uint8Array }
  | { type: 'log'; timestamp: number; message: string }
  | { type: 'response' | 'error'; requestId: string; payload: string; heapBytes: number; fatal?: boolean };

interface Running {
  readonly invocation: Invocation;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (result: InvocationResult) => void;
}

export interface EnvironmentEvents {
  readonly writeLog: WriteLog;
  onReady(environment: ExecutionEnvironment): void;
  /** The module could not be loaded: the invocation this environment was started for gets `result`. */
  onInitFailed(environment: ExecutionEnvironment, result: (requestId: string) => InvocationResult): void;
  /** The environment has died and takes no more invocations. */
  onGone(environment: ExecutionEnvironment): void;
}

/** One worker thread with one function loaded; it runs one invocation at a time, as on AWS. */
export class ExecutionEnvironment {
  readonly #settings: EnvironmentSettings;
  readonly #events: EnvironmentEvents;
  readonly #logStream: string;
  readonly #worker: Worker;
  readonly #startedAt = performance.now();
  #initTimer: NodeJS.Timeout;
  #state: 'starting' | 'ready' | 'gone' = 'starting';
  #running: Running | undefined;
  #initMs: number | undefined;
  #usedMb = 0;
  #outOfMemory = false;
  idleSince = 0;

  constructor(settings: EnvironmentSettings, events: EnvironmentEvents) {
    this.#settings = settings;
    this.#events = events;
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
    this.#logStream = `${day}/[$LATEST]${randomUUID().replaceAll('-', '')}`;
    this.#worker = startWorker(settings, this.#logStream);
    // What the handler writes comes as messages; whatever goes past them is not kept in memory.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('message', (message: WorkerMessage) => this.#onMessage(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    });
    this.#worker.on('exit', (code) => this.#onExit(code));
    this.#initTimer = setTimeout(() => this.#initTakesLong(), INIT_LIMIT_MS);
  }

  /** How busy its thread was since it was last asked, from 0 to 1. */
  utilization(): number {
    const now = this.#worker.performance.eventLoopUtilization();
    const { utilization } = this.#worker.performance.eventLoopUtilization(now, this.#lastUtilization);
    this.#lastUtilization = now;
    return Number.isFinite(utilization) ? utilization : 0;
  }
  #lastUtilization: ReturnType<typeof performance.eventLoopUtilization> | undefined;

  invoke(invocation: Invocation): Promise<InvocationResult> {
    const { timeoutSeconds, logFormat } = this.#settings;
    const { requestId, payload, functionArn, traceId, clientContext } = invocation;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#timedOut(), timeoutSeconds * 1000);
      this.#running = { invocation, startedAt: performance.now(), timer, resolve };
      this.#log(startLine(logFormat, requestId));
      const deadline = Date.now() + timeoutSeconds * 1000;
      this.#worker.postMessage({ requestId, payload, functionArn, traceId, clientContext, deadline });
    });
  }

  async terminate(): Promise<void> {
    this.#leave();
    await this.#worker.terminate();
  }

  #onMessage(message: WorkerMessage): void {
    switch (message.type) {
      case 'log':
        this.#log(message.message, message.timestamp);
        break;
      case 'compiled':
        keepCompiled(this.#settings, message.cachedData);
        break;
      case 'ready':
        if (this.#state !== 'starting') break;
        clearTimeout(this.#initTimer);
        this.#initMs = performance.now() - this.#startedAt;
        this.#state = 'ready';
        this.#events.onReady(this);
        break;
      case 'init-error':
        this.#initFailed(() => ({ payload: message.payload, failed: true }));
        break;
      case 'response':
      case 'error':
        // A handler's code could post to this port too; only an answer to the invocation in hand counts.
        if (message.requestId !== this.#running?.invocation.requestId) break;
        if (message.fatal) this.#leave();
        this.#usedMb = Math.max(this.#usedMb, Math.ceil(message.heapBytes / 1_048_576));
        if (message.type === 'response') this.#respond(message.payload);
        else this.#finish({ payload: message.payload, failed: true }, 'error');
    }
  }

  #respond(payload: string): void {
    // A UTF-8 character takes at most three bytes a UTF-16 unit: most answers need no count.
    const bytes = payload.length * 3 > LARGEST_RESPONSE ? Buffer.byteLength(payload) : 0;
    if (bytes <= LARGEST_RESPONSE) {
      this.#finish({ payload, failed: false }, 'success');
      return;
    }
    const message = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${LARGEST_RESPONSE} bytes).`;
    this.#finish(platformError('Function.ResponseSizeTooLarge', message), 'error');
  }

  #timedOut(): void {
    const running = this.#running;
    if (!running) return;
    const { requestId } = running.invocation;
    const text = `Task timed out after ${this.#settings.timeoutSeconds.toFixed(2)} seconds`;
    this.#log(`${new Date().toISOString()} ${requestId} ${text}`);
    this.#leave();
    void this.#worker.terminate();
    this.#finish(platformError('Sandbox.Timedout', `RequestId: ${requestId} Error: ${text}`), 'timeout');
  }

  /** It has the function's own timeout from here on. It goes on where it is, for it may be the machine that is slow. */
  #initTakesLong(): void {
    this.#log(`INIT_REPORT Init Duration: ${INIT_LIMIT_MS.toFixed(2)} ms\tPhase: init\tStatus: timeout`);
    this.#initTimer = setTimeout(() => this.#initTimedOut(), this.#settings.timeoutSeconds * 1000);
  }

  #initTimedOut(): void {
    const text = `Task timed out after ${this.#settings.timeoutSeconds.toFixed(2)} seconds`;
    this.#initFailed((id) => platformError('Sandbox.Timedout', `RequestId: ${id} Error: ${text}`));
    void this.#worker.terminate();
  }

  #onExit(code: number): void {
    if (this.#state === 'gone' && !this.#running) return;
    const reason = this.#outOfMemory
      ? 'Runtime exited with error: signal: killed'
      : code === 0
        ? 'Runtime exited without providing a reason'
        : `Runtime exited with error: exit status ${code}`;
    const result = (id: string) => platformError('Runtime.ExitError', `RequestId: ${id} Error: ${reason}`);
    if (this.#state === 'starting') this.#initFailed(result);
    this.#leave();
    if (this.#running) {
      const { requestId } = this.#running.invocation;
      this.#log(`RequestId: ${requestId} Error: ${reason}\nRuntime.ExitError`);
      this.#finish(result(requestId), 'error');
    }
  }

  #initFailed(result: (requestId: string) => InvocationResult): void {
    if (this.#state !== 'starting') return;
    this.#state = 'gone';
    clearTimeout(this.#initTimer);
    this.#events.onInitFailed(this, result);
  }

  #leave(): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    clearTimeout(this.#initTimer);
    this.#events.onGone(this);
  }

  #finish(result: InvocationResult, status: 'success' | 'error' | 'timeout'): void {
    const running = this.#running;
    if (!running) return;
    clearTimeout(running.timer);
    const { requestId } = running.invocation;
    const { memorySizeMb, logFormat } = this.#settings;
    const durationMs = performance.now() - running.startedAt;
    const report = { requestId, durationMs, initMs: this.#initMs, memorySizeMb, usedMb: this.#usedMb, status };
    for (const line of endLines(logFormat, report)) this.#log(line);
    this.#initMs = undefined;
    this.#running = undefined;
    running.resolve(result);
  }

  #log(message: string, timestamp = Date.now()): void {
    const invocation = this.#running?.invocation;
    invocation?.onLog?.(message);
    this.#events.writeLog({ logStream: this.#logStream, requestId: invocation?.requestId ?? '', timestamp, message });
  }
}

function startWorker(settings: EnvironmentSettings, logStream: string): Worker {
  const start = (variables: Record<string, string>) =>
    new Worker(new URL('../runtime/bootstrap.mjs', import.meta.url), {
      env: { ...variables, AWS_LAMBDA_LOG_STREAM_NAME: logStream },
      // Not the local cloud's own flags: handlers run on plain Node.js.
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: settings.memorySizeMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
      workerData: {
        taskRoot: settings.taskRoot,
        handler: settings.handler,
        runtime: settings.runtime,
        cachedData: compiledOf(settings),
        logging: { format: settings.logFormat, level: settings.applicationLogLevel },
      },
    });
  try {
    return start(settings.variables);
  } catch (error) {
    // A flag in NODE_OPTIONS that only a whole process can have, such as --max-old-space-size.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_INVALID_EXEC_ARGV') throw error;
    const { NODE_OPTIONS: _, ...others } = settings.variables;
    return start(others);
  }
}
