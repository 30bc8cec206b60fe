import { availableParallelism } from 'node:os';
import { AwsError } from '../../aws-error.ts';
import type { EnvironmentSettings, WriteLog } from './environment-settings.ts';
import { ExecutionEnvironment } from './execution-environment.ts';
import type { Invocation, InvocationResult } from './invocation.ts';

/** No function gets more threads than this; invocations beyond it wait, where AWS would start more environments. */
const MOST_ENVIRONMENTS = 64;
/** A warm environment is often free within this time, which is far less than a new one needs to start. */
const PATIENCE_MS = 15;
/** After this wait a new environment is started though the processors are busy. */
const LONGEST_PATIENCE_MS = 500;
/** Of the load now in the load of late. A short lull is no sign that one more environment is needed. */
const SHARE_OF_NOW = 0.1;
const IDLE_LIMIT_MS = 60_000;
const CORES = availableParallelism();

interface Waiting {
  readonly invocation: Invocation;
  readonly since: number;
  readonly resolve: (result: InvocationResult) => void;
  readonly reject: (error: unknown) => void;
}

export interface PoolOptions {
  readonly settings: () => Promise<EnvironmentSettings>;
  readonly writeLog: WriteLog;
  readonly mostEnvironments?: number;
}

/** The execution environments of one function: warm ones are used again, new ones are started when waiting shows a need. */
export class FunctionPool {
  readonly #options: PoolOptions;
  readonly #most: number;
  readonly #all = new Set<ExecutionEnvironment>();
  /** The one used last is taken first, so that those not needed grow old and are ended. */
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #waiting: Waiting[] = [];
  #settings: Promise<EnvironmentSettings> | undefined;
  #starting = 0;
  #growth: NodeJS.Timeout | undefined;
  #reaper: NodeJS.Timeout | undefined;
  #lastUtilization = performance.eventLoopUtilization();
  #recentLoad = 0;
  readonly #whenEmpty: (() => void)[] = [];
  #retired = false;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#most = Math.min(MOST_ENVIRONMENTS, Math.max(1, options.mostEnvironments ?? MOST_ENVIRONMENTS));
  }

  get size(): number {
    return this.#all.size;
  }

  invoke(invocation: Invocation): Promise<InvocationResult> {
    const environment = this.#idle.pop();
    if (environment) return this.#run(environment, invocation);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ invocation, since: performance.now(), resolve, reject });
      if (this.#all.size + this.#starting === 0) this.#start();
      this.#growth ??= setInterval(() => this.#grow(), PATIENCE_MS);
    });
  }

  /** Ends once the work in hand is done. For a function whose code or configuration has changed. */
  async retire(): Promise<void> {
    this.#retired = true;
    clearInterval(this.#reaper);
    for (const environment of this.#idle.splice(0)) void environment.terminate();
    if (this.#all.size > 0 || this.#starting > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const stopped = new AwsError('ServiceException', 'The local cloud is shutting down.', 500);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(stopped);
    clearInterval(this.#growth);
    clearInterval(this.#reaper);
    await Promise.all([...this.#all].map((environment) => environment.terminate()));
  }

  async #run(environment: ExecutionEnvironment, invocation: Invocation): Promise<InvocationResult> {
    const result = await environment.invoke(invocation);
    if (this.#all.has(environment)) this.#release(environment);
    return result;
  }

  #release(environment: ExecutionEnvironment): void {
    const next = this.#waiting.shift();
    if (next) {
      this.#run(environment, next.invocation).then(next.resolve, next.reject);
      return;
    }
    if (this.#retired) {
      void environment.terminate();
      return;
    }
    environment.idleSince = performance.now();
    this.#idle.push(environment);
    this.#reaper ??= setInterval(() => this.#reap(), IDLE_LIMIT_MS / 4).unref();
  }

  #start(): void {
    this.#starting += 1;
    this.#settings ??= this.#options.settings();
    this.#settings.then(
      (settings) => {
        const environment = new ExecutionEnvironment(settings, {
          writeLog: this.#options.writeLog,
          onReady: (ready) => {
            this.#starting -= 1;
            this.#release(ready);
          },
          onInitFailed: (failed, result) => {
            this.#starting -= 1;
            this.#gone(failed);
            const first = this.#waiting.shift();
            first?.resolve(result(first.invocation.requestId));
          },
          onGone: (gone) => this.#gone(gone),
        });
        this.#all.add(environment);
      },
      (error: unknown) => {
        this.#starting -= 1;
        this.#settings = undefined;
        const first = this.#waiting.shift();
        first?.reject(error);
      },
    );
  }

  #gone(environment: ExecutionEnvironment): void {
    this.#all.delete(environment);
    const index = this.#idle.indexOf(environment);
    if (index >= 0) this.#idle.splice(index, 1);
    if (this.#waiting.length > 0 && this.#starting === 0 && !this.#closed) this.#start();
    if (this.#all.size === 0 && this.#starting === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /**
   * Runs while invocations wait. If threads or the local cloud itself keep the processors busy, one more thread would
   * only take its share from the others; if handlers wait for something else, one more is a gain.
   */
  #grow(): void {
    const [first] = this.#waiting;
    if (!first) {
      clearInterval(this.#growth);
      this.#growth = undefined;
      return;
    }
    const load = this.#load();
    this.#recentLoad += SHARE_OF_NOW * (load - this.#recentLoad);
    const waited = performance.now() - first.since;
    if (this.#starting >= Math.min(CORES, this.#waiting.length) || this.#all.size >= this.#most) return;
    const isBusy = Math.max(load, this.#recentLoad) >= 0.8 * CORES;
    if (waited > LONGEST_PATIENCE_MS || (waited > PATIENCE_MS && !isBusy)) this.#start();
  }

  /** How many processors this function's threads and the main thread kept busy since last asked. */
  #load(): number {
    const now = performance.eventLoopUtilization();
    let load = performance.eventLoopUtilization(now, this.#lastUtilization).utilization;
    this.#lastUtilization = now;
    // Invocations wait for the main thread itself then: one more environment would take nothing off it.
    if (load > 0.9) return CORES;
    for (const environment of this.#all) load += environment.utilization();
    return load;
  }

  #reap(): void {
    const limit = performance.now() - IDLE_LIMIT_MS;
    while (this.#idle[0] && this.#idle[0].idleSince < limit) void this.#idle[0].terminate();
    if (this.#all.size === 0) {
      clearInterval(this.#reaper);
      this.#reaper = undefined;
    }
  }
}
