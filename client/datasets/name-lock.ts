import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import type { DatasetDeps } from './dataset-deps.ts';

/** The holder writes its lock anew this often; a lock that stays the same for longer was left by one that died. */
interface LockTimes {
  readonly renewMs: number;
  readonly staleMs: number;
}
const TIMES: LockTimes = { renewMs: 5_000, staleMs: 20_000 };

/** S3's answers when the condition of a write does not hold, or another write is under way. */
const NOT_NOW = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey', 'NotFound']);

/**
 * Lets imports under one name make their rows visible one after another: two at once would both find no version 1, and
 * write it twice.
 */
export async function withNameLock<T>(
  slug: string,
  deps: DatasetDeps,
  work: () => Promise<T>,
  times = TIMES,
): Promise<T> {
  const lock = new NameLock(`${PREFIXES.imports}locks/${slug}`, deps);
  await lock.take(times.staleMs);
  const renewal = setInterval(() => lock.renew(), times.renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await lock.release();
  }
}

class NameLock {
  readonly #key: string;
  readonly #deps: DatasetDeps;
  #renewing: Promise<unknown> = Promise.resolve();

  constructor(key: string, deps: DatasetDeps) {
    this.#key = key;
    this.#deps = deps;
  }

  /** Writes the object if there is none, or in the place of one that its holder no longer renews. */
  async take(staleMs: number): Promise<void> {
    const seen = { tag: '', since: 0 };
    for (let delay = 50; !(await this.#put({ IfNoneMatch: '*' })); delay = Math.min(delay * 1.5, 1_000)) {
      const tag = await this.#tag();
      // Measured by the own clock alone: S3's may be another.
      if (tag !== seen.tag) Object.assign(seen, { tag, since: Date.now() });
      else if (tag && Date.now() - seen.since > staleMs && (await this.#put({ IfMatch: tag }))) return;
      await sleep(delay, undefined, { signal: this.#deps.signal });
    }
  }

  renew(): void {
    this.#renewing = this.#put({}).catch(() => {});
  }

  async release(): Promise<void> {
    await this.#renewing;
    await this.#deps.s3.send(new DeleteObjectCommand({ Bucket: this.#deps.bucket, Key: this.#key }));
  }

  async #put(condition: { IfNoneMatch?: string; IfMatch?: string }): Promise<boolean> {
    // Something else each time, so that the object's tag changes.
    const Body = `${Date.now()} ${Math.random()}`;
    try {
      await this.#deps.s3.send(new PutObjectCommand({ Bucket: this.#deps.bucket, Key: this.#key, Body, ...condition }));
      return true;
    } catch (error) {
      if (error instanceof Error && NOT_NOW.has(error.name)) return false;
      throw error;
    }
  }

  async #tag(): Promise<string> {
    const found = this.#deps.s3.send(new HeadObjectCommand({ Bucket: this.#deps.bucket, Key: this.#key }));
    return (await found.catch(() => undefined))?.ETag ?? '';
  }
}
