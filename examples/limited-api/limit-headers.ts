import type { RateWindow } from './rate-window.ts';

/** How APIs tell of their limits. */
const FAMILIES = {
  'x-ratelimit': ({ limit, remaining, end }) => ({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': end,
  }),
  ietf: (calls, now, tokens) => ({
    'RateLimit-Policy': [
      policy('default', calls),
      ...(tokens ? [`${policy('tokens', tokens)};qu="tokens"`] : []),
    ].join(),
    RateLimit: [standing('default', calls, now), ...(tokens ? [standing('tokens', tokens, now)] : [])].join(),
  }),
  openai: (calls, _now, tokens) => ({ ...openAi('requests', calls), ...(tokens && openAi('tokens', tokens)) }),
  anthropic: (calls, _now, tokens) => ({ ...anthropic('requests', calls), ...(tokens && anthropic('tokens', tokens)) }),
  hubspot: ({ limit, remaining, windowMs }) => ({
    'X-HubSpot-RateLimit-Max': limit,
    'X-HubSpot-RateLimit-Remaining': remaining,
    'X-HubSpot-RateLimit-Interval-Milliseconds': windowMs,
  }),
  salesforce: ({ limit, remaining }) => ({ 'Sforce-Limit-Info': `api-usage=${limit - remaining}/${limit}` }),
  none: () => ({}),
} as const satisfies Record<string, (calls: RateWindow, now: number, tokens?: RateWindow) => Told>;

type Told = Record<string, string | number>;

const policy = (name: string, { limit, windowMs }: RateWindow): string =>
  `"${name}";q=${limit};w=${Math.max(1, Math.round(windowMs / 1000))}`;
const standing = (name: string, { remaining, end }: RateWindow, now: number): string =>
  `"${name}";r=${remaining};t=${Math.ceil((end - now) / 1000)}`;

/** A reset is when the limit would be whole again, of which a part comes back all the time. */
const openAi = (unit: string, { limit, remaining, windowMs }: RateWindow): Told => ({
  [`x-ratelimit-limit-${unit}`]: limit,
  [`x-ratelimit-remaining-${unit}`]: remaining,
  [`x-ratelimit-reset-${unit}`]: `${Math.ceil((1 - remaining / limit) * windowMs)}ms`,
});

const anthropic = (unit: string, { limit, remaining, end }: RateWindow): Told => ({
  [`anthropic-ratelimit-${unit}-limit`]: limit,
  [`anthropic-ratelimit-${unit}-remaining`]: remaining,
  [`anthropic-ratelimit-${unit}-reset`]: new Date(end).toISOString(),
});

export type HeaderFamily = keyof typeof FAMILIES;
export const HEADER_FAMILIES = Object.keys(FAMILIES) as HeaderFamily[];

export function limitHeaders(
  family: HeaderFamily,
  now: number,
  calls: RateWindow,
  tokens?: RateWindow,
): Record<string, string> {
  const headers: Told = FAMILIES[family](calls, now, tokens);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
