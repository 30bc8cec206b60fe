import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import type { DatasetDeps } from './dataset-deps.ts';

/** A lock that is older was left behind by an import that died. */
const STALE_MS = 15 * 60_000;

/**
 * Lets imports under one name make their rows visible one after another: two at once would both find no version 1, and
 * write it twice. S3 writes the lock's object only if there is none.
 */
export async function withNameLock<T>(slug: string, deps: DatasetDeps, work: () => Promise<T>): Promise<T> {
  const { s3, bucket, signal } = deps;
  const lock = { Bucket: bucket, Key: `${PREFIXES.imports}locks/${slug}` };
  for (let delay = 100; !(await take(lock, deps)); delay = Math.min(delay * 1.5, 2_000)) {
    await sleep(delay, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    await s3.send(new DeleteObjectCommand(lock));
  }
}

async function take(lock: { Bucket: string; Key: string }, { s3, signal }: DatasetDeps): Promise<boolean> {
  try {
    await s3.send(new PutObjectCommand({ ...lock, Body: new Date().toISOString(), IfNoneMatch: '*' }), {
      abortSignal: signal,
    });
    return true;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // The second is S3's answer to two writers at the same moment.
    if (name !== 'PreconditionFailed' && name !== 'ConditionalRequestConflict') throw error;
  }
  const found = await s3.send(new HeadObjectCommand(lock)).catch(() => undefined);
  if (found?.LastModified && Date.now() - found.LastModified.getTime() > STALE_MS) {
    await s3.send(new DeleteObjectCommand(lock));
  }
  return false;
}
