import { CHECKSUM_ALGORITHMS, headerOf, memberOf } from '../checksums/checksum.ts';

/** S3 gives a header the same name in every operation: one table serves them all, in both directions. */
const HEADERS: Readonly<Record<string, string>> = {
  ACL: 'x-amz-acl',
  AcceptRanges: 'accept-ranges',
  BucketRegion: 'x-amz-bucket-region',
  CacheControl: 'cache-control',
  ChecksumAlgorithm: 'x-amz-checksum-algorithm',
  ChecksumMode: 'x-amz-checksum-mode',
  ChecksumType: 'x-amz-checksum-type',
  ContentDisposition: 'content-disposition',
  ContentEncoding: 'content-encoding',
  ContentLanguage: 'content-language',
  ContentLength: 'content-length',
  ContentMD5: 'content-md5',
  ContentRange: 'content-range',
  ContentType: 'content-type',
  CopySource: 'x-amz-copy-source',
  CopySourceIfMatch: 'x-amz-copy-source-if-match',
  CopySourceIfModifiedSince: 'x-amz-copy-source-if-modified-since',
  CopySourceIfNoneMatch: 'x-amz-copy-source-if-none-match',
  CopySourceIfUnmodifiedSince: 'x-amz-copy-source-if-unmodified-since',
  CopySourceSSECustomerAlgorithm: 'x-amz-copy-source-server-side-encryption-customer-algorithm',
  ETag: 'etag',
  ExpectedBucketOwner: 'x-amz-expected-bucket-owner',
  ExpectedSourceBucketOwner: 'x-amz-source-expected-bucket-owner',
  Expires: 'expires',
  ExpiresString: 'expires',
  GrantFullControl: 'x-amz-grant-full-control',
  GrantRead: 'x-amz-grant-read',
  GrantReadACP: 'x-amz-grant-read-acp',
  GrantWriteACP: 'x-amz-grant-write-acp',
  IfMatch: 'if-match',
  IfModifiedSince: 'if-modified-since',
  IfNoneMatch: 'if-none-match',
  IfUnmodifiedSince: 'if-unmodified-since',
  LastModified: 'last-modified',
  Location: 'location',
  MetadataDirective: 'x-amz-metadata-directive',
  MpuObjectSize: 'x-amz-mp-object-size',
  ObjectLockLegalHoldStatus: 'x-amz-object-lock-legal-hold',
  ObjectLockMode: 'x-amz-object-lock-mode',
  ObjectLockRetainUntilDate: 'x-amz-object-lock-retain-until-date',
  PartsCount: 'x-amz-mp-parts-count',
  Range: 'range',
  SSECustomerAlgorithm: 'x-amz-server-side-encryption-customer-algorithm',
  SSEKMSKeyId: 'x-amz-server-side-encryption-aws-kms-key-id',
  ServerSideEncryption: 'x-amz-server-side-encryption',
  StorageClass: 'x-amz-storage-class',
  Tagging: 'x-amz-tagging',
  TaggingDirective: 'x-amz-tagging-directive',
  VersionId: 'x-amz-version-id',
  WebsiteRedirectLocation: 'x-amz-website-redirect-location',
  WriteOffsetBytes: 'x-amz-write-offset-bytes',
  ...Object.fromEntries(CHECKSUM_ALGORITHMS.map((algorithm) => [memberOf(algorithm), headerOf(algorithm)])),
};

const PARAMETERS: Readonly<Record<string, string>> = {
  'bucket-region': 'BucketRegion',
  'continuation-token': 'ContinuationToken',
  delimiter: 'Delimiter',
  'encoding-type': 'EncodingType',
  'fetch-owner': 'FetchOwner',
  'key-marker': 'KeyMarker',
  marker: 'Marker',
  'max-buckets': 'MaxBuckets',
  'max-keys': 'MaxKeys',
  'max-parts': 'MaxParts',
  'max-uploads': 'MaxUploads',
  partNumber: 'PartNumber',
  'part-number-marker': 'PartNumberMarker',
  prefix: 'Prefix',
  'response-cache-control': 'ResponseCacheControl',
  'response-content-disposition': 'ResponseContentDisposition',
  'response-content-encoding': 'ResponseContentEncoding',
  'response-content-language': 'ResponseContentLanguage',
  'response-content-type': 'ResponseContentType',
  'response-expires': 'ResponseExpires',
  'start-after': 'StartAfter',
  uploadId: 'UploadId',
  'upload-id-marker': 'UploadIdMarker',
  versionId: 'VersionId',
};

const MEMBERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(HEADERS).map(([member, header]) => [header, member])),
  expires: 'Expires',
  'x-amz-sdk-checksum-algorithm': 'ChecksumAlgorithm',
};

const METADATA = 'x-amz-meta-';

/**
 * The members of an input that came as headers or in the query. A presigned URL has `x-amz-` headers in its query; of
 * those S3 ignores the checksum, which the SDK makes of the empty body there is when a URL is signed.
 */
export function membersOf(
  headers: Iterable<readonly [string, string]>,
  query: URLSearchParams,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  const take = (name: string, value: string) => {
    const member = MEMBERS[name];
    if (member) members[member] = value;
    else if (name.startsWith(METADATA)) metadata[name.slice(METADATA.length)] = value;
  };
  for (const [name, value] of query) {
    const member = PARAMETERS[name];
    if (member) members[member] = value;
    else if (/^x-amz-(?!checksum-|sdk-)/i.test(name)) take(name.toLowerCase(), value);
  }
  for (const [name, value] of headers) take(name, value);
  if (Object.keys(metadata).length > 0) members.Metadata = metadata;
  const encodings = String(members.ContentEncoding ?? '')
    .split(',')
    .map((each) => each.trim());
  members.ContentEncoding = encodings.filter((each) => each !== 'aws-chunked').join(',') || undefined;
  return members;
}

/** The headers that carry these members of an output. */
export function headersOf(output: Readonly<Record<string, unknown>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [member, value] of Object.entries(output)) {
    const name = HEADERS[member];
    if (name && value !== undefined) headers[name] = headerValue(value);
  }
  for (const [name, value] of Object.entries((output.Metadata as Record<string, string> | undefined) ?? {})) {
    headers[`${METADATA}${name}`] = headerValue(value);
  }
  return headers;
}

/** Beyond ASCII a value travels as an RFC 2047 encoded word, as from S3. */
function headerValue(value: unknown): string {
  const text = value instanceof Date ? value.toUTCString() : String(value);
  return /^[\t\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}
