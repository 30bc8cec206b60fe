import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import type { DatasetDeps } from './dataset-deps.ts';

const OBJECTS_IN_FLIGHT = 2;
/** Keys one DeleteObjects takes. */
const KEYS_A_DELETE = 1_000;

/** Lines of JSON on their way to the imports prefix, as a few objects. */
export class RowUpload {
  readonly #deps: DatasetDeps;
  readonly #prefix: string;
  readonly #keys: string[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #failure: unknown;

  constructor(importId: string, deps: DatasetDeps) {
    this.#deps = deps;
    this.#prefix = `${PREFIXES.imports}import_id=${importId}/`;
  }

  /** Sends an object, and waits while too many are on their way. */
  async send(lines: Buffer): Promise<void> {
    this.#start(lines);
    while (this.#inFlight.size >= OBJECTS_IN_FLIGHT) await Promise.race(this.#inFlight);
    if (this.#failure) throw this.#failure;
  }

  async finish(): Promise<void> {
    await Promise.all(this.#inFlight);
    if (this.#failure) throw this.#failure;
  }

  /** Deletes all objects, those that may still arrive included. */
  async remove(): Promise<void> {
    await Promise.all(this.#inFlight);
    const { s3, bucket } = this.#deps;
    for (let start = 0; start < this.#keys.length; start += KEYS_A_DELETE) {
      const Objects = this.#keys.slice(start, start + KEYS_A_DELETE).map((Key) => ({ Key }));
      await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    }
  }

  #start(Body: Buffer): void {
    const Key = `${this.#prefix}${String(this.#keys.length).padStart(5, '0')}.json`;
    this.#keys.push(Key);
    const { s3, bucket } = this.#deps;
    // Never aborted: a request that is cut off may still be carried out, after the object was deleted.
    const sent = s3
      .send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: 'application/json' }))
      .then(
        () => {},
        (error: unknown) => {
          this.#failure ??= error;
        },
      )
      .finally(() => this.#inFlight.delete(sent));
    this.#inFlight.add(sent);
  }
}
