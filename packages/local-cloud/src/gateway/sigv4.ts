import type { IncomingMessage } from 'node:http';

/** What a signature says about a request: whose key, and for which service and region. */
export interface CredentialScope {
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
}

const SCOPE = /^([^/]+)\/\d{8}\/([^/]*)\/([^/]+)\/aws4_request$/;

/**
 * Reads the scope from the Authorization header, or from a presigned URL's query. URLs of signature version 2, which boto3 and the
 * AWS CLI still make in us-east-1, name the key alone: only S3 has them.
 */
export function credentialScope(headers: IncomingMessage['headers'], url: URL): CredentialScope | undefined {
  const credential =
    /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ?? url.searchParams.get('X-Amz-Credential');
  const keyOfVersion2 = url.searchParams.has('Signature') ? url.searchParams.get('AWSAccessKeyId') : null;
  if (!credential && keyOfVersion2) return { accessKeyId: keyOfVersion2, region: 'us-east-1', service: 's3' };
  const match = SCOPE.exec(credential ?? '');
  const [, accessKeyId, region, service] = match ?? [];
  return accessKeyId && service ? { accessKeyId, region: region ?? '', service } : undefined;
}
