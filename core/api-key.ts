import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface ApiKey {
  /** Names the key in lists and logs. */
  readonly keyId: string;
  readonly secret: string;
}

const PATTERN = /^rk_([a-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

/** `rk_<id>_<secret>`: the id finds the record, the secret, 256 random bits, proves it. */
export function makeKey(): ApiKey & { readonly text: string } {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { keyId, secret, text: `rk_${keyId}_${secret}` };
}

export function parseKey(text: string): ApiKey | undefined {
  const [, keyId, secret] = PATTERN.exec(text) ?? [];
  return keyId && secret ? { keyId, secret } : undefined;
}

/** A secret of 256 random bits needs no slow hash: nobody can try them all. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function isSecretOf(secret: string, hash: string): boolean {
  const given = Buffer.from(hashSecret(secret), 'hex');
  const kept = Buffer.from(hash, 'hex');
  return given.length === kept.length && timingSafeEqual(given, kept);
}
