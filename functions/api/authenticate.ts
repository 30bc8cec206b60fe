import type { KeyStore } from '../../client/keys/key-store.ts';
import { isSecretOf, parseKey } from '../../core/api-key.ts';
import { ApiError } from './api-error.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { Caller } from './route.ts';

/** A revoked key works for this long at most. */
const REMEMBERED_MS = 30_000;

export interface Authenticator {
  /** Who sent this Authorization header, or an ApiError. `source` is the client's address. */
  callerOf(authorization: string | undefined, source: string): Promise<Caller>;
}

interface Known extends Caller {
  readonly secretHash: string;
  readonly until: number;
}

export function createAuthenticator(keys: KeyStore, attempts: AttemptLimit, now = Date.now): Authenticator {
  const known = new Map<string, Known>();

  async function look(keyId: string): Promise<Known | undefined> {
    const remembered = known.get(keyId);
    if (remembered && remembered.until > now()) return remembered;
    known.delete(keyId);
    const found = await keys.find(keyId);
    if (!found || found.revokedAt) return undefined;
    const { tenant, role, secretHash } = found;
    return { keyId, tenant, role, secretHash, until: now() + REMEMBERED_MS };
  }

  return {
    async callerOf(authorization, source) {
      if (authorization === undefined) throw unauthorized('The request has no key.');
      const key = parseKey(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '');
      const found = key && (await look(key.keyId));
      if (!key || !found || !isSecretOf(key.secret, found.secretHash)) {
        // Only now: a right key is let in whoever else sends wrong ones from the same address.
        await attempts.failed(source);
        throw unauthorized('The key is not known here, or was revoked.');
      }
      if (!known.has(key.keyId)) {
        known.set(key.keyId, found);
        await keys.noteUse(key.keyId);
      }
      const { tenant, role, keyId } = found;
      return { tenant, role, keyId };
    },
  };
}

const unauthorized = (what: string): ApiError =>
  new ApiError(
    'Unauthorized',
    `${what} Send the header Authorization: Bearer rk_… with a key of yours; rollcall key create makes one.`,
  );
