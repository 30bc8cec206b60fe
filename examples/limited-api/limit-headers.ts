import type { RateWindow } from './rate-window.ts';

/** How APIs tell of their limits. */
const FAMILIES = {
  'x-ratelimit': ({ limit, remaining, end }) => ({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': end,
  }),
  ietf: ({ limit, remaining, end, windowMs }, now) => ({
    'RateLimit-Policy': `"default";q=${limit};w=${Math.max(1, Math.round(windowMs / 1000))}`,
    RateLimit: `"default";r=${remaining};t=${Math.ceil((end - now) / 1000)}`,
  }),
  openai: ({ limit, remaining, end }, now) => ({
    'x-ratelimit-limit-requests': limit,
    'x-ratelimit-remaining-requests': remaining,
    'x-ratelimit-reset-requests': `${Math.max(0, end - now)}ms`,
  }),
  anthropic: ({ limit, remaining, end }) => ({
    'anthropic-ratelimit-requests-limit': limit,
    'anthropic-ratelimit-requests-remaining': remaining,
    'anthropic-ratelimit-requests-reset': new Date(end).toISOString(),
  }),
  hubspot: ({ limit, remaining, windowMs }) => ({
    'X-HubSpot-RateLimit-Max': limit,
    'X-HubSpot-RateLimit-Remaining': remaining,
    'X-HubSpot-RateLimit-Interval-Milliseconds': windowMs,
  }),
  salesforce: ({ limit, remaining }) => ({ 'Sforce-Limit-Info': `api-usage=${limit - remaining}/${limit}` }),
  none: () => ({}),
} as const satisfies Record<string, (window: RateWindow, now: number) => Record<string, string | number>>;

export type HeaderFamily = keyof typeof FAMILIES;
export const HEADER_FAMILIES = Object.keys(FAMILIES) as HeaderFamily[];

export function limitHeaders(family: HeaderFamily, window: RateWindow, now: number): Record<string, string> {
  const headers: Record<string, string | number> = FAMILIES[family](window, now);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
