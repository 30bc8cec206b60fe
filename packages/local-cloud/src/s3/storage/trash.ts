import { rm } from 'node:fs/promises';

/** Long enough for a query that was given the paths of an object's file to have opened it. */
const GRACE_MS = 60_000;
const SWEEP_MS = 5_000;

/**
 * Files that no object has any more. They stay for a while, because Athena and the item readers of Step Functions
 * read the files of objects directly; AWS too lets a read that has begun end with the bytes it began with.
 */
export class Trash {
  #files: { path: string; due: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  add(path: string): void {
    this.#files.push({ path, due: Date.now() + GRACE_MS });
    this.#timer ??= setInterval(() => void this.#sweep(Date.now()), SWEEP_MS).unref();
  }

  async empty(): Promise<void> {
    await this.#sweep(Number.POSITIVE_INFINITY);
  }

  async #sweep(now: number): Promise<void> {
    const kept = this.#files.findIndex((file) => file.due > now);
    const due = this.#files.splice(0, kept < 0 ? this.#files.length : kept);
    if (this.#files.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const { path } of due) await rm(path, { force: true });
  }
}
