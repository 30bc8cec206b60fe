import type { IncomingMessage } from 'node:http';

/** What a request says about who signed it, in its Authorization header or, presigned, in its query. */
export interface Signature {
  readonly version: 2 | 4;
  readonly presigned: boolean;
  readonly accessKeyId: string;
  /** `20260101` */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** `20260101T120000Z`, or an HTTP date; of version 2 there is none. */
  readonly time: string | undefined;
  readonly token: string | undefined;
  readonly signedHeaders: readonly string[];
  readonly signature: string | undefined;
}

const SCOPE = /^([^/]+)\/(\d{8})\/([^/]*)\/([^/]+)\/aws4_request$/;

/**
 * Undefined where no key and service are named. URLs of signature version 2, which boto3 and the AWS CLI still make in
 * us-east-1, name the key alone: only S3 has them.
 */
export function readSignature(headers: IncomingMessage['headers'], query: URLSearchParams): Signature | undefined {
  const { authorization } = headers;
  if (authorization === undefined && query.has('AWSAccessKeyId')) return readVersion2(query);
  const field = (name: string): string | undefined =>
    authorization === undefined
      ? (query.get(`X-Amz-${name}`) ?? undefined)
      : new RegExp(`\\b${name}=([^,\\s]+)`).exec(authorization)?.[1];
  const [, accessKeyId, day, region, service] = SCOPE.exec(field('Credential') ?? '') ?? [];
  if (!accessKeyId || !day || !service) return undefined;
  const presigned = authorization === undefined;
  const header = (name: string): string | undefined => headers[name] as string | undefined;
  return {
    version: 4,
    presigned,
    accessKeyId,
    day,
    region: region ?? '',
    service,
    time: presigned ? field('Date') : (header('x-amz-date') ?? header('date')),
    token: presigned ? field('Security-Token') : header('x-amz-security-token'),
    signedHeaders: field('SignedHeaders')?.split(';') ?? [],
    signature: field('Signature'),
  };
}

function readVersion2(query: URLSearchParams): Signature | undefined {
  const accessKeyId = query.get('AWSAccessKeyId');
  if (!accessKeyId) return undefined;
  return {
    version: 2,
    presigned: true,
    accessKeyId,
    day: '',
    region: 'us-east-1',
    service: 's3',
    time: undefined,
    token: query.get('x-amz-security-token') ?? undefined,
    signedHeaders: [],
    signature: query.get('Signature') ?? undefined,
  };
}
