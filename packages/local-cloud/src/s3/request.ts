import { AwsError } from '../aws-error.ts';
import { invalidArgument, invalidRequest, noSuchUpload } from './errors.ts';
import type { Bucket, Upload } from './storage/bucket.ts';
import type { Buckets } from './storage/buckets.ts';
import type { Body } from './storage/write-body.ts';

const ACCOUNT_ID = '000000000000';
const LONGEST_KEY = 1024;

interface BucketInput {
  readonly Bucket?: unknown;
  readonly ExpectedBucketOwner?: unknown;
}

export function bucketOf(buckets: Buckets, input: BucketInput): Bucket {
  if (typeof input.Bucket !== 'string' || input.Bucket === '') {
    throw new AwsError('InvalidBucketName', 'The request names no bucket. Set Bucket to the name of one.', 400);
  }
  checkOwner(input.ExpectedBucketOwner);
  return buckets.get(input.Bucket);
}

export function checkOwner(expected: unknown): void {
  if (expected !== undefined && expected !== ACCOUNT_ID) throw new AwsError('AccessDenied', 'Access Denied', 403);
}

export function keyOf({ Key }: { readonly Key?: unknown }): string {
  if (typeof Key !== 'string' || Key === '') throw invalidRequest('The request names no key. Set Key to the object’s.');
  const size = Buffer.byteLength(Key);
  if (size > LONGEST_KEY) {
    throw new AwsError('KeyTooLongError', 'Your key is too long', 400, { Size: size, MaxSizeAllowed: LONGEST_KEY });
  }
  if (climbsOut(Key)) throw new AwsError('InvalidURI', "Couldn't parse the specified URI.", 400, { URI: Key });
  return Key;
}

/** "Relative path elements are valid if their count never exceeds that of the other elements before them." */
function climbsOut(key: string): boolean {
  if (!key.includes('..')) return false;
  let depth = 0;
  for (const step of key.split('/')) {
    if (step === '..') depth--;
    else if (step !== '') depth++;
    if (depth < 0) return true;
  }
  return false;
}

export function uploadOf(bucket: Bucket, input: { readonly Key?: unknown; readonly UploadId?: unknown }): Upload {
  const upload = bucket.uploads.get(String(input.UploadId));
  if (!upload || upload.key !== keyOf(input)) throw noSuchUpload(String(input.UploadId));
  if (upload.completing) {
    throw new AwsError(
      'OperationAborted',
      'A conflicting conditional operation is currently in progress against this resource. Please try again.',
      409,
    );
  }
  return upload;
}

/** A number that came as one, or as text in a header or a query. */
export function integer(value: unknown, name: string, fallback: number, smallest = 0, largest = 2147483647): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= smallest && number <= largest) return number;
  throw invalidArgument(
    `${name} is ${String(value)}; it must be a whole number between ${smallest} and ${largest}.`,
    name,
    value,
  );
}

export function text(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalidArgument(`${name} must be text.`, name, value);
}

/** A date that cannot be read counts as none, as in HTTP. */
export function time(value: unknown): number | undefined {
  const milliseconds = value instanceof Date ? value.getTime() : Date.parse(String(value));
  return value === undefined || Number.isNaN(milliseconds) ? undefined : milliseconds;
}

export function bodyOf(body: unknown): Body {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) return body as Body;
  throw invalidRequest('Body must be text, bytes or a stream. Write an object as JSON text first.');
}

/** The account's canonical user, the owner of every bucket and object. */
export const OWNER = { ID: '0'.repeat(64) } as const;
