import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MergeMoment } from './cloud-process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A local cloud in a process of its own, which ends with this one. Its data folder is opened only by `open`. */
export class CloudChild {
  readonly #child: ChildProcess;
  readonly #loaded: Promise<unknown>;

  constructor(dataDir: string, assemblies: readonly string[]) {
    this.#child = fork('bin/load.js', ['test/support/cloud-process.ts', dataDir, ...assemblies], {
      cwd: ROOT,
      env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#loaded = this.#said();
    // Whoever opens it hears of it.
    this.#loaded.catch(() => {});
  }

  /** The answer is its endpoint. @param diesAtMerge kills itself in the next MERGE */
  async open(diesAtMerge?: MergeMoment): Promise<string> {
    await this.#loaded;
    this.#child.send({ diesAtMerge });
    const { endpoint } = (await this.#said()) as { endpoint: string };
    return endpoint;
  }

  /** Waits for its death by its own hand. */
  async died(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) await once(this.#child, 'exit');
  }

  /** SIGKILL: nothing can be put in order before the end. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.died();
  }

  /** Has it close and end. */
  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.died();
  }

  async #said(): Promise<unknown> {
    const ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`The cloud has ended with ${code}.`);
    });
    const [message] = await Promise.race([once(this.#child, 'message'), ended]);
    return message;
  }
}
