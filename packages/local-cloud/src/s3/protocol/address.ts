import { AwsError } from '../../aws-error.ts';
import { hostName } from '../../gateway/host-name.ts';
import type { HttpRequest } from '../../gateway/http.ts';

export interface Address {
  readonly bucket?: string;
  readonly key?: string;
}

/** `bucket.localhost:4599`, `bucket.s3.localhost`, `bucket.127.0.0.1` */
const BUCKET_HOST = /^(.+?)(?:\.s3(?:[.-][a-z0-9-]+)?)?\.(?:localhost|127\.0\.0\.1)$/;
const SERVICE_HOST = /^s3(?:[.-][a-z0-9-]+)?\.(?:localhost|127\.0\.0\.1)$/;

/** Bucket and key of a request, from its path or, virtual-host style, from its host. */
export function addressOf({ target, headers }: Pick<HttpRequest, 'target' | 'headers'>): Address {
  const path = decode((target.split('?', 1)[0] ?? '').slice(1));
  const host = hostName(headers.host ?? '');
  const bucketOfHost = SERVICE_HOST.test(host) ? undefined : BUCKET_HOST.exec(host)?.[1];
  if (bucketOfHost) return path === '' ? { bucket: bucketOfHost } : { bucket: bucketOfHost, key: path };
  if (path === '') return {};
  const slash = path.indexOf('/');
  if (slash < 0) return { bucket: path };
  const key = path.slice(slash + 1);
  return key === '' ? { bucket: path.slice(0, slash) } : { bucket: path.slice(0, slash), key };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.", 400);
  }
}
