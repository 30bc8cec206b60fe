import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'cloud-process.ts');

/**
 * Local clouds on one data folder, one after the other, each in a process of its own. The next one is loaded while
 * the last one runs, so that a restart takes a moment only.
 */
export class KillableCloud {
  readonly #arguments: string[];
  readonly #loaded = new Set<ChildProcess>();
  #standby: ChildProcess;
  #running: ChildProcess | undefined;

  constructor(dataDir: string, assemblies: readonly string[]) {
    this.#arguments = [dataDir, ...assemblies];
    this.#standby = this.#load();
  }

  /** Starts the next one; the answer is its endpoint. */
  async start(): Promise<string> {
    const child = this.#standby;
    this.#running = child;
    if (!this.#loaded.has(child)) await once(child, 'message');
    child.send('go');
    const [{ endpoint }] = (await once(child, 'message')) as [{ endpoint: string }];
    this.#standby = this.#load();
    return endpoint;
  }

  /** SIGKILL: nothing can be put in order before the end. */
  async kill(): Promise<void> {
    const child = this.#running;
    this.#running = undefined;
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async close(): Promise<void> {
    await this.kill();
    this.#standby.kill('SIGKILL');
  }

  #load(): ChildProcess {
    const child = fork(SCRIPT, this.#arguments, {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('message', () => this.#loaded.add(child));
    return child;
  }
}
