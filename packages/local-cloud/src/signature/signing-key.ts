import { createHash, createHmac } from 'node:crypto';

/** Who signs, for which day, region and service. */
export interface Scope {
  readonly secret: string;
  /** `20260101` */
  readonly day: string;
  readonly region: string;
  readonly service: string;
}

/** A key holds for a day: each is derived once. */
const keys = new Map<string, Buffer>();
const MOST_KEYS = 1000;

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

function signingKey({ secret, day, region, service }: Scope): Buffer {
  const name = `${secret}/${day}/${region}/${service}`;
  let key = keys.get(name);
  if (!key) {
    key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(name, key);
  }
  return key;
}

export function signatureOf(scope: Scope, time: string, canonical: string): string {
  const { day, region, service } = scope;
  // Node reads headers as Latin-1: each character is one byte of what was sent.
  const hash = createHash('sha256').update(canonical, 'latin1').digest('hex');
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/${service}/aws4_request\n${hash}`;
  return hmac(signingKey(scope), toSign).toString('hex');
}
