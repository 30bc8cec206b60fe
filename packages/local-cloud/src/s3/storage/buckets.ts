import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirectoryError } from '../../data-directory-error.ts';
import { isRepaired, setFileAside } from '../../store/damaged-file.ts';
import { OWNER_FOLDER } from '../../store/owner-only.ts';
import { noSuchBucket } from '../errors.ts';
import { Bucket } from './bucket.ts';
import type { BucketSettings } from './records.ts';
import { Trash } from './trash.ts';

/** A bucket's name begins with a letter or digit, so this can be none. */
const DELETED = '.deleted-';
const SET_ASIDE = '.set-aside-';

/** All buckets, each in a folder of its own name. */
export class Buckets {
  readonly #dir: string;
  readonly #trash = new Trash();
  readonly #buckets = new Map<string, Bucket>();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true, mode: OWNER_FOLDER });
    for (const { name } of readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      if (name.includes(SET_ASIDE)) continue;
      const bucket = name.startsWith(DELETED) ? undefined : new Bucket(join(dir, name), name, this.#trash);
      if (bucket?.settings) {
        this.#buckets.set(name, bucket);
      } else {
        bucket?.close();
        removeUnmade(join(dir, name), name);
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

/** What a deletion or a creation left that was cut short. A bucket with objects has lost its journal instead. */
function removeUnmade(folder: string, name: string): void {
  const isBucket = !name.startsWith(DELETED) && existsSync(join(folder, 'objects'));
  if (!isBucket) {
    rmSync(folder, { recursive: true, force: true });
  } else if (isRepaired(folder)) {
    setFileAside(folder, 'its journal says nothing of the objects it holds, so the bucket is gone');
  } else {
    throw new DataDirectoryError(
      `${join(folder, 'journal.log')} is damaged: it says nothing of the objects in ${join(folder, 'objects')}. Nothing was changed. ` +
        `Put back a copy of the journal, or start with --repair, which sets the folder of bucket ${name} aside, and keeps all others. ` +
        '(--fresh would forget the whole data folder.)',
    );
  }
}
