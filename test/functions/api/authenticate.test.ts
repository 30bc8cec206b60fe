import { describe, expect, it } from 'vitest';
import type { KeyStore, StoredKey } from '../../../client/keys/key-store.ts';
import { hashSecret, isSecretOf, makeKey, parseKey } from '../../../core/api-key.ts';
import { AttemptLimit } from '../../../functions/api/attempt-limit.ts';
import { createAuthenticator } from '../../../functions/api/authenticate.ts';

function prepare() {
  const { keyId, secret, text } = makeKey();
  const stored: StoredKey = {
    keyId,
    name: 'test',
    tenant: 'acme',
    role: 'operator',
    createdAt: '2026-01-01T00:00:00Z',
    secretHash: hashSecret(secret),
  };
  const looked: string[] = [];
  const used: string[] = [];
  const state = { now: 0, revokedAt: undefined as string | undefined, waited: [] as number[] };
  const keys = {
    find: async (id: string) => {
      looked.push(id);
      return id === keyId ? { ...stored, ...(state.revokedAt && { revokedAt: state.revokedAt }) } : undefined;
    },
    noteUse: async (id: string) => {
      used.push(id);
    },
  } as unknown as KeyStore;
  const limit = new AttemptLimit(
    async (milliseconds) => state.waited.push(milliseconds),
    () => state.now,
  );
  const authenticator = createAuthenticator(keys, limit, () => state.now);
  const ask = (header: string | undefined, source = '10.0.0.1') => authenticator.callerOf(header, source);
  return { ask, text, keyId, looked, used, state };
}

describe('a key', () => {
  it('is an id and a secret; its record has a hash that only the secret fits', () => {
    const { keyId, secret, text } = makeKey();
    expect(parseKey(text)).toEqual({ keyId, secret });
    expect(isSecretOf(secret, hashSecret(secret))).toBe(true);
    expect(isSecretOf(makeKey().secret, hashSecret(secret))).toBe(false);
    expect(parseKey(`${text}x`)).toBeUndefined();
  });

  it('says whose it is; the record is read and its use noted once while it is remembered', async () => {
    const { ask, text, keyId, looked, used } = prepare();
    expect(await ask(`Bearer ${text}`)).toEqual({ tenant: 'acme', role: 'operator', keyId });
    await ask(`bearer ${text}`);
    expect([looked.length, used.length]).toEqual([1, 1]);
  });

  it('stops working within a minute of being revoked', async () => {
    const { ask, text, state } = prepare();
    await ask(`Bearer ${text}`);
    state.revokedAt = '2026-01-01T00:00:00Z';
    state.now += 60_000;
    await expect(ask(`Bearer ${text}`)).rejects.toMatchObject({ code: 'Unauthorized' });
  });

  it('is refused when it is missing, malformed, unknown or has another secret', async () => {
    const { ask, text, keyId } = prepare();
    const other = `rk_${keyId}_${makeKey().secret}`;
    for (const header of [undefined, 'Basic abc', text, 'Bearer rk_x', `Bearer ${makeKey().text}`, `Bearer ${other}`]) {
      await expect(ask(header)).rejects.toMatchObject({ code: 'Unauthorized' });
    }
  });

  it('that was used a moment ago is refused with another secret', async () => {
    const { ask, text, keyId, looked } = prepare();
    await ask(`Bearer ${text}`);
    await expect(ask(`Bearer rk_${keyId}_${makeKey().secret}`)).rejects.toMatchObject({ code: 'Unauthorized' });
    expect(looked).toHaveLength(1);
  });

  it('guessed from one address gets ever slower answers, then none for the rest of a minute; right keys are let in', async () => {
    const { ask, text, state } = prepare();
    const guess = (source: string) => ask(`Bearer ${makeKey().text}`, source).catch((error) => error.code);
    for (let count = 0; count < 20; count++) expect(await guess('6.6.6.6')).toBe('Unauthorized');
    expect(state.waited).toEqual([...state.waited].sort((a, b) => a - b));
    const waits = state.waited.length;
    expect(await guess('6.6.6.6')).toBe('TooManyRequests');
    expect(state.waited.length).toBe(waits);
    for (const source of ['6.6.6.6', '7.7.7.7']) {
      expect(await ask(`Bearer ${text}`, source)).toMatchObject({ tenant: 'acme' });
    }
    state.now += 60_000;
    expect(await guess('6.6.6.6')).toBe('Unauthorized');
  });
});
