import { CloudChild } from './cloud-child.ts';
import type { MergeMoment } from './cloud-process.ts';

/**
 * Local clouds on one data folder, one after the other, each in a process of its own. The next one is loaded while the last
 * one runs, so that a restart takes a moment only.
 */
export class KillableCloud {
  readonly #load: () => CloudChild;
  #standby: CloudChild;
  #running: CloudChild | undefined;

  constructor(dataDir: string, assemblies: readonly string[]) {
    this.#load = () => new CloudChild(dataDir, assemblies);
    this.#standby = this.#load();
  }

  /** Starts the next one; the answer is its endpoint. @param diesAtMerge kills itself in the next MERGE */
  async start(diesAtMerge?: MergeMoment): Promise<string> {
    this.#running = this.#standby;
    const endpoint = await this.#running.open(diesAtMerge);
    this.#standby = this.#load();
    return endpoint;
  }

  /** Waits for its death by its own hand. */
  async died(): Promise<void> {
    await this.#running?.died();
  }

  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#running = undefined;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#standby.kill();
  }
}
