import { createHmac } from 'node:crypto';
import { addressOf } from '../s3/protocol/address.ts';
import type { SignableRequest } from './canonical-request.ts';

/** Parameters of a query that are signed; all others are not. */
const SIGNED = [
  ...['acl', 'cors', 'delete', 'lifecycle', 'location', 'logging', 'notification', 'partNumber', 'policy'],
  ...['requestPayment', 'response-cache-control', 'response-content-disposition', 'response-content-encoding'],
  ...['response-content-language', 'response-content-type', 'response-expires', 'restore', 'tagging', 'torrent'],
  ...['uploadId', 'uploads', 'versionId', 'versioning', 'versions', 'website'],
];

/** The signature of a presigned URL of S3's first kind: HMAC-SHA1 over the few parts of a request that mattered then. */
export function signatureOfVersion2({ method, target, headers }: SignableRequest, secret: string): string {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const amz = [...Object.entries(headers), ...[...query].map(([name, value]) => [name.toLowerCase(), [value]] as const)]
    .filter(([name]) => name.startsWith('x-amz-'))
    .map(([name, values = []]) => `${name}:${values.map((value) => value.trim()).join(',')}\n`)
    .sort();
  const parameters = SIGNED.filter((name) => query.has(name)).map((name) => {
    const value = query.get(name);
    return value ? `${name}=${value}` : name;
  });
  // The bucket counts, whether it stands in the path or in the host.
  const host = headers.host?.[0];
  const { bucket } = addressOf({ target, headers: { host } });
  const resource = bucket !== undefined && !isInPath(path, bucket) ? `/${bucket}${path}` : path;
  const toSign = [
    method,
    headers['content-md5']?.[0] ?? '',
    headers['content-type']?.[0] ?? '',
    query.get('Expires') ?? '',
    `${amz.join('')}${resource}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`,
  ].join('\n');
  return createHmac('sha1', secret).update(toSign).digest('base64');
}

const isInPath = (path: string, bucket: string): boolean => path === `/${bucket}` || path.startsWith(`/${bucket}/`);
