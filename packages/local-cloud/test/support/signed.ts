import { LOCAL_KEY } from '../../src/iam/identities.ts';
import { signedHeaders } from '../../src/signature/sign.ts';
import { sha256 } from '../../src/signature/signing-key.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The administrator's. */
export const LOCAL: Credentials = { accessKeyId: LOCAL_KEY, secretAccessKey: LOCAL_KEY };

interface Options {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** In place of the body's hash, for S3. */
  readonly payload?: string;
  readonly credentials?: Credentials;
  /** In place of the URL's, byte for byte. */
  readonly path?: string;
}

/** The headers of a request that no SDK would send, signed as an SDK signs. */
export function signed(service: string, url: string, options: Options = {}): Record<string, string> {
  const { host, pathname, search } = new URL(url);
  const { method = 'GET', headers = {}, body = '', payload = sha256(body), credentials = LOCAL, path } = options;
  const request = { method, host, target: path ?? `${pathname}${search}`, headers, payload };
  return signedHeaders(request, { credentials, region: 'us-east-1', service });
}
