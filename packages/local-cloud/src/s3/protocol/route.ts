import { AwsError } from '../../aws-error.ts';
import { notImplemented } from '../errors.ts';
import type { Address } from './address.ts';

/** Which operation a request is, by its method, what it addresses and its sub-resource: `GET bucket ?location`. */
const ROUTES: Readonly<Record<string, string>> = {
  'GET service': 'ListBuckets',
  'GET bucket': 'ListObjects',
  'GET bucket ?list-type': 'ListObjectsV2',
  'GET bucket ?location': 'GetBucketLocation',
  'GET bucket ?uploads': 'ListMultipartUploads',
  'HEAD bucket': 'HeadBucket',
  'PUT bucket': 'CreateBucket',
  'PUT bucket ?cors': 'PutBucketCors',
  'PUT bucket ?versioning': 'PutBucketVersioning',
  'DELETE bucket': 'DeleteBucket',
  'POST bucket ?delete': 'DeleteObjects',
  'GET object': 'GetObject',
  'GET object ?uploadId': 'ListParts',
  'HEAD object': 'HeadObject',
  'PUT object': 'PutObject',
  'PUT object copy': 'CopyObject',
  'PUT object ?uploadId': 'UploadPart',
  'PUT object ?uploadId copy': 'UploadPartCopy',
  'DELETE object': 'DeleteObject',
  'DELETE object ?uploadId': 'AbortMultipartUpload',
  'POST object ?uploads': 'CreateMultipartUpload',
  'POST object ?uploadId': 'CompleteMultipartUpload',
};

/** Names in a query that choose another operation than the plain one. All other names are parameters. */
const SUB_RESOURCES = [
  ...['list-type', 'location', 'uploads', 'uploadId', 'versioning', 'delete', 'tagging'],
  ...['abac', 'accelerate', 'acl', 'analytics', 'annotation', 'attributes', 'cors', 'encryption'],
  ...['intelligent-tiering', 'inventory', 'legal-hold', 'lifecycle', 'logging', 'metadataConfiguration'],
  ...['metadataTable', 'metrics', 'notification', 'object-lock', 'ownershipControls', 'policy', 'policyStatus'],
  ...['publicAccessBlock', 'renameObject', 'replication', 'requestPayment', 'restore', 'retention', 'select'],
  ...['session', 'torrent', 'versions', 'website'],
];

export function routeOf(method: string, { bucket, key }: Address, query: URLSearchParams, isCopy: boolean): string {
  const level = key !== undefined ? 'object' : bucket !== undefined ? 'bucket' : 'service';
  const subResource = SUB_RESOURCES.find((name) => query.has(name));
  const request = `${method} ${level}${subResource ? ` ?${subResource}` : ''}`;
  const operation = ROUTES[isCopy ? `${request} copy` : request] ?? ROUTES[request];
  if (operation) return operation;
  if (subResource) throw notImplemented(`${method} of an S3 ${level} with ?${subResource}`);
  throw new AwsError('MethodNotAllowed', 'The specified method is not allowed against this resource.', 405, {
    Method: method,
    ResourceType: level.toUpperCase(),
  });
}
