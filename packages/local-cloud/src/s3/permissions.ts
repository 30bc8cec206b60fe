import type { Permission } from '../service.ts';
import type { Buckets } from './storage/buckets.ts';

interface Addressed {
  readonly Bucket?: unknown;
  readonly Key?: unknown;
  readonly VersionId?: unknown;
}

export const onBucket = (action: string, { Bucket }: Addressed, context?: Permission['context']): Permission => ({
  action: `s3:${action}`,
  resource: `arn:aws:s3:::${String(Bucket)}`,
  ...(context && { context }),
});

export const onObject = (action: string, { Bucket, Key }: Addressed): Permission => ({
  action: `s3:${action}`,
  resource: `arn:aws:s3:::${String(Bucket)}/${String(Key)}`,
});

/** Reading a key that is not there takes s3:ListBucket too: who may not list learns nothing, and gets AccessDenied. */
export function toRead(buckets: Buckets, input: Addressed): Permission[] {
  const read = onObject(input.VersionId === undefined ? 'GetObject' : 'GetObjectVersion', input);
  const bucket = buckets.find(input.Bucket);
  return bucket && !bucket.get(String(input.Key)) ? [read, onBucket('ListBucket', input)] : [read];
}

interface Written extends Addressed {
  readonly IfMatch?: unknown;
}

/** A write that compares with the object that is there reads it. */
export function toWrite(input: Written): Permission[] {
  const permissions = [onObject('PutObject', input)];
  if (input.IfMatch !== undefined) permissions.push(onObject('GetObject', input));
  return permissions;
}

interface Listed extends Addressed {
  readonly Prefix?: unknown;
  readonly Delimiter?: unknown;
  readonly MaxKeys?: unknown;
}

/** Policies often allow a listing of one prefix alone. */
export function toList(input: Listed): Permission[] {
  const context: Record<string, string> = {};
  if (input.Prefix !== undefined) context['s3:prefix'] = String(input.Prefix);
  if (input.Delimiter !== undefined) context['s3:delimiter'] = String(input.Delimiter);
  if (input.MaxKeys !== undefined) context['s3:max-keys'] = String(input.MaxKeys);
  return [onBucket('ListBucket', input, context)];
}
