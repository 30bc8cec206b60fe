import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTHING_KNOWN } from '../../contracts/rate-limit.ts';
import { learnLimits } from '../../core/pacing/learn-limits.ts';
import { seenLimits } from '../../core/pacing/rate-headers.ts';
import { resetInMs } from '../../core/pacing/reset-time.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');
const SEED = { seed: 19 };

describe('The reset of a rate limit', () => {
  it.each([
    ['30', 31_000],
    ['30.5', 30_500],
    ['0', 1_000],
    [String(NOW / 1000 + 60), 61_000],
    [String(NOW + 60_000), 60_000],
    ['6m0s', 360_000],
    ['1h2m3.5s', 3_723_500],
    ['20ms', 20],
    ['Tue, 17 Nov 2026 12:01:00 GMT', 60_000],
    ['2026-11-17T12:00:30Z', 30_000],
    ['2026-11-17T13:00:30+01:00', 30_000],
  ])('of %s is read', (text, expected) => {
    expect(resetInMs(text, NOW)).toBe(expected);
  });

  it.each(['-5', String(NOW / 1000 - 3600), 'Tue, 17 Nov 2026 11:00:00 GMT'])('in the past (%s) is now', (text) => {
    expect(resetInMs(text, NOW)).toBe(0);
  });

  it.each(['', 'soon', '1 2', '9'.repeat(40), 'NaN', 'Infinity', '2099-01-01T00:00:00Z', '5 apples', '1e5'])(
    'is unknown if the header says %j',
    (text) => {
      expect(resetInMs(text, NOW)).toBeUndefined();
    },
  );

  it('is relative to the server’s clock', () => {
    const headers = {
      Date: 'Tue, 17 Nov 2026 11:52:00 GMT',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '99',
      'X-RateLimit-Reset': '2026-11-17T11:52:30Z',
    };
    expect(seenLimits(headers, NOW).limits).toMatchObject([{ resetInMs: 30_000 }]);
  });
});

describe('Rate-limit headers', () => {
  it.each([
    [
      'X-RateLimit',
      { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '7', 'X-RateLimit-Reset': '12.5' },
      [{ name: 'requests', unit: 'requests', kind: 'window', limit: 100, remaining: 7, resetInMs: 12_500 }],
    ],
    [
      'X-Rate-Limit in lower case, the window told',
      { 'x-rate-limit-limit': '100, 100;w=60', 'x-rate-limit-remaining': '7' },
      [{ limit: 100, remaining: 7, windowMs: 60_000 }],
    ],
    [
      'RateLimit and RateLimit-Policy with several policies',
      { RateLimit: '"burst";r=8;t=3', 'RateLimit-Policy': '"burst";q=10;w=5, "daily";q=1000;w=86400' },
      [
        { name: 'policy burst', limit: 10, remaining: 8, resetInMs: 4_000, windowMs: 5_000 },
        { name: 'policy daily', limit: 1000, windowMs: 86_400_000 },
      ],
    ],
    [
      'RateLimit of an earlier draft',
      { RateLimit: 'limit=100, remaining=50, reset=30', 'RateLimit-Policy': '100;w=60' },
      [{ limit: 100, remaining: 50, resetInMs: 31_000, windowMs: 60_000 }],
    ],
    ['RateLimit-* of the first drafts', { 'RateLimit-Limit': '5', 'RateLimit-Remaining': '4' }, [{ limit: 5 }]],
    [
      'OpenAI’s',
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-limit-tokens': '150000',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6m0s',
      },
      [
        { name: 'requests', unit: 'requests', kind: 'bucket', limit: 60, remaining: 59, windowMs: 60_000 },
        { name: 'tokens', unit: 'tokens', kind: 'bucket', limit: 150_000, remaining: 149_984 },
      ],
    ],
    [
      'OpenAI’s of a day',
      {
        'x-ratelimit-limit-requests': '10000',
        'x-ratelimit-remaining-requests': '9999',
        'x-ratelimit-reset-requests': '8.64s',
      },
      [{ limit: 10_000, windowMs: 86_400_000 }],
    ],
    [
      'Anthropic’s',
      {
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2026-11-17T12:00:01Z',
        'anthropic-ratelimit-input-tokens-limit': '40000',
        'anthropic-ratelimit-output-tokens-limit': '8000',
      },
      [
        { name: 'requests', kind: 'bucket', limit: 50, windowMs: 60_000 },
        { name: 'input-tokens', unit: 'tokens', limit: 40_000 },
        { name: 'output-tokens', unit: 'tokens', limit: 8_000 },
      ],
    ],
    [
      'Salesforce’s',
      { 'Sforce-Limit-Info': 'api-usage=25/15000' },
      [{ limit: 15_000, remaining: 14_975, windowMs: 86_400_000 }],
    ],
    [
      'HubSpot’s',
      {
        'X-HubSpot-RateLimit-Max': '100',
        'X-HubSpot-RateLimit-Remaining': '90',
        'X-HubSpot-RateLimit-Interval-Milliseconds': '10000',
        'X-HubSpot-RateLimit-Daily': '250000',
        'X-HubSpot-RateLimit-Daily-Remaining': '249000',
      },
      [
        { limit: 100, remaining: 90, windowMs: 10_000 },
        { limit: 250_000, remaining: 249_000, windowMs: 86_400_000 },
      ],
    ],
  ])('%s are read', (_family, headers, expected) => {
    expect(seenLimits(headers as Record<string, string>, NOW)).toMatchObject({ limits: expected, nonsense: [] });
  });

  it('that make no sense are ignored and named', () => {
    const headers = { 'X-RateLimit-Limit': 'plenty', 'X-RateLimit-Remaining': '-3', 'X-RateLimit-Reset': 'never' };
    expect(seenLimits(headers, NOW)).toEqual({
      limits: [],
      nonsense: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
    });
    expect(seenLimits({ RateLimit: '§§', 'Sforce-Limit-Info': 'x' }, NOW).limits).toEqual([]);
  });

  it('about bytes or concurrency are not taken for a rate', () => {
    expect(seenLimits({ 'RateLimit-Policy': '"b";q=9;w=1;qu="content-bytes"' }, NOW).limits).toEqual([]);
  });

  it('without a limit have no effect', () => {
    expect(seenLimits({ 'content-type': 'text/plain' }, NOW)).toEqual({ limits: [], nonsense: [] });
  });

  it('are ignored if a window is longer than a month or its name is invalid', () => {
    expect(seenLimits({ 'RateLimit-Policy': '"a";q=1;w=999999999999' }, NOW).limits).toEqual([]);
    expect(seenLimits({ 'RateLimit-Policy': `"${'a'.repeat(5_000)}";q=1;w=60` }, NOW).limits).toEqual([]);
  });

  it('about 2,000 limits leave 20', () => {
    const answer = (from: number) =>
      seenLimits({ ratelimit: Array.from({ length: 500 }, (_, n) => `"p${from + n}";r=1;t=5`).join() }, NOW).limits;
    const state = [0, 500, 1_000, 1_500].reduce(
      (known, from) => learnLimits(known, { now: NOW + from, sentAt: NOW, limits: answer(from) }),
      NOTHING_KNOWN,
    );
    expect(Object.keys(state.limits)).toEqual(Array.from({ length: 20 }, (_, n) => `policy p${1_500 + n}`));
  });

  it('give plausible numbers, whatever they hold', () => {
    const names = [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'ratelimit',
      'ratelimit-policy',
      'x-ratelimit-reset-tokens',
      'x-ratelimit-limit-tokens',
      'anthropic-ratelimit-requests-limit',
      'sforce-limit-info',
      'x-hubspot-ratelimit-interval-milliseconds',
      'x-hubspot-ratelimit-max',
      'date',
    ];
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[-0-9.;,="a-z/ ]{0,20}$/), fc.nat().map(String));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), text), (headers) => {
        for (const limit of seenLimits(headers, NOW).limits) {
          for (const value of [limit.limit, limit.remaining, limit.resetInMs, limit.windowMs]) {
            if (value !== undefined) expect(value).toBeGreaterThanOrEqual(0);
            if (value !== undefined) expect(Number.isFinite(value)).toBe(true);
          }
        }
      }),
      SEED,
    );
  });
});
