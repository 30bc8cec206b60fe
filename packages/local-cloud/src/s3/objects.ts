import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { OWNER_FILE } from '../store/owner-only.ts';
import { attributesOf } from './attributes.ts';
import { listKeys, type Position } from './list-keys.ts';
import { bucketOf, keyOf } from './request.ts';
import type { Bucket } from './storage/bucket.ts';
import type { Buckets } from './storage/buckets.ts';
import type { ObjectRecord } from './storage/records.ts';

/** An object as other services of the local cloud see it. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** The object's file. It never changes; it stays readable for a minute after the object is replaced or deleted. */
  readonly path: string;
  readonly lastModified: Date;
  /** Without quotes. */
  readonly etag: string;
  readonly contentEncoding?: string;
}

/** S3's objects for services in the same process, by file. Permissions are the caller's to check. */
export interface StoredObjects {
  /** In key order. May be walked slowly: objects that come and go meanwhile are listed or not, as in S3's pages. */
  list(bucket: string, prefix: string): Iterable<StoredObject>;
  get(bucket: string, key: string): StoredObject | undefined;
  /** Moves a finished local file into the bucket; the object appears in one step, whole. */
  putFile(bucket: string, key: string, path: string, attributes?: FileAttributes): Promise<StoredObject>;
  delete(bucket: string, key: string): void;
}

export interface FileAttributes {
  readonly ContentType?: string;
  readonly ContentEncoding?: string;
}

const PAGE = 1000;

export function storedObjects(buckets: Buckets): StoredObjects {
  return {
    *list(bucketName, prefix) {
      const bucket = buckets.get(bucketName);
      let after: Position | undefined;
      do {
        const page = listKeys(bucket, { prefix, after, most: PAGE });
        for (const record of page.objects) yield stored(bucket, record);
        after = page.next;
      } while (after);
    },
    get(bucketName, key) {
      const bucket = buckets.get(bucketName);
      const record = bucket.get(key);
      return record && stored(bucket, record);
    },
    async putFile(bucketName, key, path, attributes = {}) {
      const bucket = bucketOf(buckets, { Bucket: bucketName });
      const record = await bucket.put(keyOf({ Key: key }), {}, async (target) => {
        moveFile(path, target);
        chmodSync(target, OWNER_FILE);
        // What services write need not have the MD5 of its content as ETag; large files of theirs never do on AWS.
        // Nor is it read once more for a checksum, which nobody asks for.
        return {
          size: statSync(target).size,
          etag: randomBytes(16).toString('hex'),
          ...attributesOf({ ...attributes }),
        };
      });
      return stored(bucket, record);
    },
    delete(bucketName, key) {
      buckets.get(bucketName).delete(key);
    },
  };
}

function stored(bucket: Bucket, record: ObjectRecord): StoredObject {
  const { ContentEncoding } = record.headers;
  return {
    key: record.key,
    size: record.size,
    path: bucket.pathOf(record),
    lastModified: new Date(record.modified),
    etag: record.etag,
    ...(ContentEncoding && { contentEncoding: ContentEncoding }),
  };
}

/** A rename, or a copy if the file comes from another file system. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
    rmSync(from, { force: true });
  }
}
