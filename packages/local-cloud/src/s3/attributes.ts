import { AwsError } from '../aws-error.ts';
import { invalidArgument, invalidRequest, notImplemented } from './errors.ts';
import type { ObjectAttributes } from './storage/records.ts';

/** Members of a write that are kept as they are and given back by GetObject and HeadObject. */
const KEPT = [
  'CacheControl',
  'ContentDisposition',
  'ContentEncoding',
  'ContentLanguage',
  'ContentType',
  'SSEKMSKeyId',
  'ServerSideEncryption',
  'StorageClass',
  'WebsiteRedirectLocation',
] as const;

const STORAGE_CLASSES = [
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER',
  'DEEP_ARCHIVE',
  'GLACIER_IR',
];
const ENCRYPTIONS = ['AES256', 'aws:kms', 'aws:kms:dsse'];
/** What a bucket accepts whose objects belong to its owner, the default of new buckets. */
const ACLS = ['private', 'bucket-owner-full-control'];
const UNSUPPORTED = [
  'GrantFullControl',
  'GrantRead',
  'GrantReadACP',
  'GrantWriteACP',
  'SSECustomerAlgorithm',
  'SSECustomerKey',
  'CopySourceSSECustomerAlgorithm',
  'Tagging',
  'TaggingDirective',
  'WriteOffsetBytes',
];
const LARGEST_METADATA = 2048;

type Members = Readonly<Record<string, unknown>>;

/** Reads what a PutObject, CopyObject or CreateMultipartUpload says about the object. */
export function attributesOf(input: Members): ObjectAttributes {
  refuseUnsupported(input);
  const headers: Record<string, string> = { ContentType: 'binary/octet-stream', ServerSideEncryption: 'AES256' };
  for (const name of KEPT) {
    const value = input[name];
    if (value !== undefined && value !== '') headers[name] = String(value);
  }
  oneOf('StorageClass', headers.StorageClass, STORAGE_CLASSES, 'InvalidStorageClass');
  oneOf('ServerSideEncryption', headers.ServerSideEncryption, ENCRYPTIONS, 'InvalidEncryptionAlgorithmError');
  const { Expires } = input;
  if (Expires !== undefined) headers.ExpiresString = Expires instanceof Date ? Expires.toUTCString() : String(Expires);
  const metadata = metadataOf(input.Metadata);
  return {
    headers,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function refuseUnsupported(input: Members): void {
  const member = UNSUPPORTED.find((name) => input[name] !== undefined);
  if (member) throw notImplemented(`The parameter ${member}`);
  if (Object.keys(input).some((name) => name.startsWith('ObjectLock') && input[name] !== undefined)) {
    throw invalidRequest('Bucket is missing Object Lock Configuration');
  }
  if (input.ACL !== undefined && !ACLS.includes(String(input.ACL))) {
    throw new AwsError('AccessControlListNotSupported', 'The bucket does not allow ACLs', 400);
  }
}

function oneOf(name: string, value: string | undefined, allowed: readonly string[], code: string): void {
  if (value === undefined || allowed.includes(value)) return;
  throw new AwsError(code, `${name} is ${value}; it must be one of ${allowed.join(', ')}.`, 400);
}

function metadataOf(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object') throw invalidArgument('Metadata must be an object of texts.', 'Metadata', value);
  const metadata: Record<string, string> = {};
  let size = 0;
  for (const [name, each] of Object.entries(value)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) {
      throw invalidArgument(`The metadata name ${name} cannot be part of an HTTP header’s name.`, 'Metadata', name);
    }
    metadata[name.toLowerCase()] = String(each);
    size += Buffer.byteLength(name) + Buffer.byteLength(String(each));
  }
  if (size > LARGEST_METADATA) {
    throw new AwsError('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', 400, {
      Size: size,
      MaxSizeAllowed: LARGEST_METADATA,
    });
  }
  return metadata;
}
