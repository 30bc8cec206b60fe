import { describe, expect, it } from 'vitest';
import { endpointSchema } from '../../contracts/endpoint.ts';
import { rateLimitSchema } from '../../contracts/rate-limit.ts';
import { rateKeyOf } from '../../core/pacing/rate-key.ts';
import { callerRun } from '../functions/caller-cloud.ts';

const SECRET = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:crm';

const keyOf = (evaluationId: string, endpoint: object, limit: object = {}): string =>
  rateKeyOf(
    callerRun({
      evaluationId,
      executionMode: 'endpoint',
      endpoint: endpointSchema.parse(endpoint),
      rateLimit: rateLimitSchema.parse(limit),
    }),
  );

const url = 'https://api.example.com/items';
const auth = { type: 'bearer', secretArn: SECRET };

describe('Runs share a rate limit', () => {
  it('for the same host and port, whatever the path', () => {
    expect(keyOf('a', { url })).toBe(keyOf('b', { url: 'https://api.example.com/others?x=1' }));
    expect(keyOf('a', { url })).not.toBe(keyOf('a', { url: 'https://api.example.com:8443/items' }));
    expect(keyOf('a', { url })).not.toBe(keyOf('a', { url: 'http://api.example.com/items' }));
  });

  it('within their tenant, unless a secret identifies its owner', () => {
    expect(keyOf('blue..a', { url })).not.toBe(keyOf('red..a', { url }));
    expect(keyOf('blue..a', { url, auth })).toBe(keyOf('red..a', { url, auth }));
    expect(keyOf('a', { url, auth })).not.toBe(keyOf('a', { url }));
  });

  it('by a key of their own within a tenant', () => {
    const other = { url: 'https://other.example.com' };
    expect(keyOf('a', { url }, { key: 'crm' })).toBe(keyOf('b', other, { key: 'crm' }));
    expect(keyOf('blue..a', { url }, { key: 'crm' })).not.toBe(keyOf('red..a', { url }, { key: 'crm' }));
    expect(
      keyOf('a', { url: `https://${'a'.repeat(60)}.example.com/`, auth: { ...auth, secretArn: SECRET.repeat(30) } })
        .length,
    ).toBeLessThanOrEqual(1_024);
  });
});
