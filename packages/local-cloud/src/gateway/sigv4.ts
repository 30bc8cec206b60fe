import type { IncomingMessage } from 'node:http';

/** What a SigV4 signature says about a request: whose key, and for which service and region. */
export interface CredentialScope {
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
}

const SCOPE = /^([^/]+)\/\d{8}\/([^/]*)\/([^/]+)\/aws4_request$/;

/** Reads the scope from the Authorization header, or from a presigned URL's query. */
export function credentialScope(headers: IncomingMessage['headers'], url: URL): CredentialScope | undefined {
  const credential =
    /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ?? url.searchParams.get('X-Amz-Credential');
  const match = SCOPE.exec(credential ?? '');
  const [, accessKeyId, region, service] = match ?? [];
  return accessKeyId && service ? { accessKeyId, region: region ?? '', service } : undefined;
}
