import type { Permission } from '../service.ts';
import { invalidArgument, notImplemented, preconditionFailed } from './errors.ts';
import { toRead } from './permissions.ts';
import { failedCondition, findObject } from './read-object.ts';
import { checkOwner } from './request.ts';
import type { Bucket } from './storage/bucket.ts';
import type { Buckets } from './storage/buckets.ts';
import type { ObjectRecord } from './storage/records.ts';

interface Source {
  readonly Bucket: string;
  readonly Key: string;
  readonly VersionId?: string;
}

/** `bucket/key` or `/bucket/key?versionId=…`, percent-encoded. Undefined if it is not that. */
function parseCopySource(copySource: unknown): Source | undefined {
  const [, bucket, path] = /^\/?([^/?]+)\/([^?]+)/.exec(String(copySource ?? '')) ?? [];
  const version = /\?versionId=([^&]*)$/.exec(String(copySource))?.[1];
  if (!bucket || !path) return undefined;
  try {
    return { Bucket: bucket, Key: decodeURIComponent(path), ...(version && { VersionId: version }) };
  } catch {
    return undefined;
  }
}

/** A copy reads its source. */
export function toReadSource(buckets: Buckets, { CopySource }: { readonly CopySource?: unknown }): Permission[] {
  const source = parseCopySource(CopySource);
  return source ? toRead(buckets, source) : [];
}

interface CopyInput {
  readonly CopySource?: string | undefined;
  readonly CopySourceIfMatch?: string | undefined;
  readonly CopySourceIfNoneMatch?: string | undefined;
  readonly CopySourceIfModifiedSince?: Date | undefined;
  readonly CopySourceIfUnmodifiedSince?: Date | undefined;
  readonly ExpectedSourceBucketOwner?: string | undefined;
}

/** The object a copy is made from, if it meets the copy's conditions. */
export function findCopySource(buckets: Buckets, input: CopyInput): { bucket: Bucket; record: ObjectRecord } {
  if (String(input.CopySource).startsWith('arn:')) throw notImplemented('Copying from an access point');
  const source = parseCopySource(input.CopySource);
  if (!source) {
    throw invalidArgument(
      'Copy Source must mention the source bucket and key, percent-encoded: sourcebucket/sourcekey',
      'x-amz-copy-source',
      input.CopySource,
    );
  }
  checkOwner(input.ExpectedSourceBucketOwner);
  const found = findObject(buckets, source);
  const failed = failedCondition(found.record, {
    IfMatch: input.CopySourceIfMatch,
    IfNoneMatch: input.CopySourceIfNoneMatch,
    IfModifiedSince: input.CopySourceIfModifiedSince,
    IfUnmodifiedSince: input.CopySourceIfUnmodifiedSince,
  });
  if (failed) throw preconditionFailed(HEADERS[failed]);
  return found;
}

const HEADERS = {
  IfMatch: 'x-amz-copy-source-If-Match',
  IfNoneMatch: 'x-amz-copy-source-If-None-Match',
  IfModifiedSince: 'x-amz-copy-source-If-Modified-Since',
  IfUnmodifiedSince: 'x-amz-copy-source-If-Unmodified-Since',
} as const;
