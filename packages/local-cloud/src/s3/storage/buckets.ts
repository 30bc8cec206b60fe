import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { noSuchBucket } from '../errors.ts';
import { Bucket } from './bucket.ts';
import type { BucketSettings } from './records.ts';
import { Trash } from './trash.ts';

/** A bucket's name begins with a letter or digit, so this can be none. */
const DELETED = '.deleted-';

/** All buckets, each in a folder of its own name. */
export class Buckets {
  readonly #dir: string;
  readonly #trash = new Trash();
  readonly #buckets = new Map<string, Bucket>();

  constructor(dir: string) {
    this.#dir = dir;
    // Rows are the owner's alone.
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const { name } of readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      const bucket = name.startsWith(DELETED) ? undefined : new Bucket(join(dir, name), name, this.#trash);
      if (bucket?.settings) {
        this.#buckets.set(name, bucket);
      } else {
        bucket?.close();
        rmSync(join(dir, name), { recursive: true, force: true });
      }
    }
  }

  find(name: unknown): Bucket | undefined {
    return this.#buckets.get(String(name));
  }

  get(name: unknown): Bucket {
    const bucket = this.find(name);
    if (!bucket) throw noSuchBucket(String(name));
    return bucket;
  }

  /** By name, in order. */
  list(): Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  create(name: string, settings: BucketSettings): void {
    this.#buckets.set(name, new Bucket(join(this.#dir, name), name, this.#trash, settings));
  }

  delete(bucket: Bucket): void {
    this.#buckets.delete(bucket.name);
    bucket.close();
    const deleted = join(this.#dir, `${DELETED}${bucket.name}`);
    rmSync(deleted, { recursive: true, force: true });
    renameSync(join(this.#dir, bucket.name), deleted);
    rmSync(deleted, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    for (const bucket of this.#buckets.values()) bucket.close();
    await this.#trash.empty();
  }
}
