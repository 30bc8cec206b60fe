import { FURTHEST_MS, isRounded, resetInMs, serverClock } from './reset-time.ts';

/** What one answer says of one limit. */
export interface SeenLimit {
  /** Limits of the same name replace each other. */
  readonly name: string;
  readonly unit: 'requests' | 'tokens';
  /** A window starts again all at once at its reset; a bucket fills up continuously and is full at its reset. */
  readonly kind: 'window' | 'bucket';
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetInMs?: number;
  /** How much sooner it may be: it is told in whole seconds. */
  readonly roundedMs?: number;
  /** Where the answer says for how long the limit counts. */
  readonly windowMs?: number;
}

export interface SeenLimits {
  readonly limits: readonly SeenLimit[];
  /** Names of headers that should speak of a limit and cannot be read. */
  readonly nonsense: readonly string[];
}

const NONE: SeenLimits = { limits: [], nonsense: [] };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LARGEST_COUNT = 1e12;
/** What is known of a target is one item of a table. */
export const MOST_LIMITS = 20;
const LONGEST_NAME = 100;

type Headers = Readonly<Record<string, string>>;

/** The limits that the headers of an answer speak of. Names may be in any case. */
export function seenLimits(headers: Headers, now: number): SeenLimits {
  const told: Record<string, string> = {};
  let any = false;
  for (const name in headers) {
    if (!/rate-?limit|^sforce-limit-info$/i.test(name)) continue;
    told[name.toLowerCase().replace('rate-limit', 'ratelimit')] = headers[name] ?? '';
    any = true;
  }
  if (!any) return NONE;
  const date = Object.entries(headers).find(([name]) => name.toLowerCase() === 'date')?.[1];
  const reader = new HeaderReader(told, serverClock(date, now));
  const limits = [...openAi(reader), ...anthropic(reader), ...hubSpot(reader), ...salesforce(reader), ...ietf(reader)];
  const plain = limits.length > 0 ? [] : plainLimit(reader);
  return { limits: [...limits, ...plain].filter(isUseful).slice(0, MOST_LIMITS), nonsense: [...reader.nonsense] };
}

const isUseful = ({ name, limit, remaining, windowMs = 0 }: SeenLimit): boolean =>
  (limit !== undefined || remaining !== undefined) && windowMs <= FURTHEST_MS && name.length <= LONGEST_NAME;

class HeaderReader {
  readonly headers: Headers;
  readonly serverNow: number;
  readonly nonsense = new Set<string>();

  constructor(headers: Headers, serverNow: number) {
    this.headers = headers;
    this.serverNow = serverNow;
  }

  /** The number a header begins with: `100`, `100, 100;w=60`. */
  count(...names: string[]): number | undefined {
    return this.#first(names, (text) => countIn(/^\s*(\d+(?:\.\d+)?)\s*(?:[,;]|$)/.exec(text)?.[1]));
  }

  reset(...names: string[]): number | undefined {
    return this.#first(names, (text) => resetInMs(text, this.serverNow));
  }

  #first(names: readonly string[], read: (text: string) => number | undefined): number | undefined {
    for (const name of names) {
      const text = this.headers[name];
      if (text === undefined) continue;
      const value = read(text);
      if (value !== undefined) return value;
      this.nonsense.add(name);
    }
    return undefined;
  }
}

const countIn = (text: string | undefined): number | undefined => {
  const count = text === undefined ? Number.NaN : Math.floor(Number(text));
  return count >= 0 && count <= LARGEST_COUNT ? count : undefined;
};

/** `x-ratelimit-limit-requests`, `-tokens`: a bucket. How fast it fills follows from what is missing and when it is full. */
function openAi(reader: HeaderReader): SeenLimit[] {
  return (['requests', 'tokens'] as const).flatMap((unit) => {
    const limit = reader.count(`x-ratelimit-limit-${unit}`);
    const remaining = reader.count(`x-ratelimit-remaining-${unit}`);
    if (limit === undefined && remaining === undefined) return [];
    const fullInMs = reader.reset(`x-ratelimit-reset-${unit}`);
    return [{ name: unit, unit, kind: 'bucket', limit, remaining, windowMs: fillTime(limit, remaining, fullInMs) }];
  });
}

/** A minute, unless the bucket plainly fills in a day. */
function fillTime(limit = 0, remaining = limit, fullInMs = 0): number {
  const missing = limit - remaining;
  return missing > 0 && (fullInMs * limit) / missing > 60 * MINUTE_MS ? DAY_MS : MINUTE_MS;
}

/** `anthropic-ratelimit-requests-limit`, `-tokens-`, `-input-tokens-`, `-output-tokens-`: buckets of a minute. */
function anthropic(reader: HeaderReader): SeenLimit[] {
  return ['requests', 'tokens', 'input-tokens', 'output-tokens'].flatMap((name) => {
    const limit = reader.count(`anthropic-ratelimit-${name}-limit`);
    const remaining = reader.count(`anthropic-ratelimit-${name}-remaining`);
    if (limit === undefined && remaining === undefined) return [];
    reader.reset(`anthropic-ratelimit-${name}-reset`);
    const unit = name === 'requests' ? 'requests' : 'tokens';
    return [{ name, unit, kind: 'bucket', limit, remaining, windowMs: MINUTE_MS } as const];
  });
}

function hubSpot(reader: HeaderReader): SeenLimit[] {
  const h = 'x-hubspot-ratelimit';
  const common = { unit: 'requests', kind: 'window' } as const;
  const found: SeenLimit[] = [];
  const limit = reader.count(`${h}-max`);
  if (limit !== undefined) {
    const windowMs = reader.count(`${h}-interval-milliseconds`) || undefined;
    found.push({ ...common, name: 'hubspot', limit, remaining: reader.count(`${h}-remaining`), windowMs });
  }
  const secondly = reader.count(`${h}-secondly`);
  if (secondly !== undefined) {
    const remaining = reader.count(`${h}-secondly-remaining`);
    found.push({ ...common, name: 'hubspot-secondly', limit: secondly, remaining, windowMs: 1_000 });
  }
  const daily = reader.count(`${h}-daily`);
  if (daily !== undefined) {
    const remaining = reader.count(`${h}-daily-remaining`);
    found.push({ ...common, name: 'hubspot-daily', limit: daily, remaining, windowMs: DAY_MS });
  }
  return found;
}

/** `Sforce-Limit-Info: api-usage=25/15000`: of 24 hours. */
function salesforce(reader: HeaderReader): SeenLimit[] {
  const { 'sforce-limit-info': text } = reader.headers;
  if (text === undefined) return [];
  const [, usage, most] = /api-usage=(\d+)\/(\d+)/i.exec(text) ?? [];
  const used = countIn(usage);
  const limit = countIn(most);
  if (used === undefined || limit === undefined) {
    reader.nonsense.add('sforce-limit-info');
    return [];
  }
  const remaining = Math.max(0, limit - used);
  return [{ name: 'sforce-daily', unit: 'requests', kind: 'window', limit, remaining, windowMs: DAY_MS }];
}

/** `RateLimit-Policy: "burst";q=100;w=60, "daily";q=1000;w=86400` and `RateLimit: "burst";r=50;t=30`, by the policy's name. */
function ietf(reader: HeaderReader): SeenLimit[] {
  const { ratelimit = '', 'ratelimit-policy': policy = '' } = reader.headers;
  if (ratelimit === '' && policy === '') return [];
  const policies = new Map(items(policy).map((item) => [item.name, item.parameters]));
  const states = items(ratelimit);
  // An earlier draft: `RateLimit: limit=100, remaining=50, reset=30`.
  const flat = Object.fromEntries(states.flatMap(({ parameters }) => [...parameters]));
  const named =
    'remaining' in flat
      ? [{ name: [...policies.keys()][0] ?? 'default', parameters: new Map(Object.entries(flat)) }]
      : states;
  const found = [
    ...named.map(({ name, parameters }) => [name, policies.get(name), parameters] as const),
    ...[...policies]
      .filter(([name]) => !named.some((state) => state.name === name))
      .map(([name, p]) => [name, p] as const),
  ].flatMap(([name, policyOf, state]) => ietfLimit(reader.serverNow, name, policyOf, state));
  if (found.length === 0) reader.nonsense.add(ratelimit === '' ? 'ratelimit-policy' : 'ratelimit');
  return found;
}

const roundedBy = (reset: string | undefined): Pick<SeenLimit, 'roundedMs'> =>
  reset !== undefined && isRounded(reset) ? { roundedMs: 1_000 } : {};

type Parameters = ReadonlyMap<string, string>;

function ietfLimit(serverNow: number, name: string, policy?: Parameters, state?: Parameters): SeenLimit[] {
  const limit = countIn(policy?.get('q') ?? state?.get('limit') ?? (/^\d+$/.test(name) ? name : undefined));
  const remaining = countIn(state?.get('r') ?? state?.get('remaining'));
  // Quotas of bytes or of what is in flight at once are no rate of calls.
  const unit = policy?.get('qu') ?? 'requests';
  if ((limit === undefined && remaining === undefined) || !/^(requests|tokens)$/.test(unit)) return [];
  const reset = state?.get('t') ?? state?.get('reset');
  const seconds = countIn(policy?.get('w') ?? policy?.get('window'));
  return [
    {
      name: `policy ${name}`,
      unit: unit as SeenLimit['unit'],
      kind: 'window',
      limit,
      remaining,
      ...(reset !== undefined && { resetInMs: resetInMs(reset, serverNow), ...roundedBy(reset) }),
      ...(seconds && { windowMs: seconds * 1_000 }),
    },
  ];
}

/** Members of a structured field, as far as they are needed here: a name and parameters. */
function items(text: string): { name: string; parameters: Map<string, string> }[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .map((member) => {
      const [first = '', ...rest] = member.split(';').map((part) => part.trim());
      const pairs = [...(first.includes('=') ? [first] : []), ...rest].map((pair) => {
        const [key = '', value = ''] = pair.split('=', 2).map((side) => side.trim());
        return [key.toLowerCase(), unquoted(value)] as const;
      });
      return { name: first.includes('=') ? 'default' : unquoted(first), parameters: new Map(pairs) };
    });
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1');

/** `X-RateLimit-*`, `X-Rate-Limit-*`, `RateLimit-*`. */
function plainLimit(reader: HeaderReader): SeenLimit[] {
  const limit = reader.count('x-ratelimit-limit', 'ratelimit-limit');
  const remaining = reader.count('x-ratelimit-remaining', 'ratelimit-remaining');
  const resets = ['x-ratelimit-reset-after', 'x-ratelimit-reset', 'ratelimit-reset'];
  const reset = reader.reset(...resets);
  const resetText = resets.map((name) => reader.headers[name]).find((text) => text !== undefined);
  const text = reader.headers['x-ratelimit-limit'] ?? reader.headers['ratelimit-limit'] ?? '';
  const seconds = countIn(/;\s*(?:w|window)=(\d+)/i.exec(text)?.[1]);
  return [
    {
      name: 'requests',
      unit: 'requests',
      kind: 'window',
      limit,
      remaining,
      ...(reset !== undefined && { resetInMs: reset, ...roundedBy(resetText) }),
      ...(seconds && { windowMs: seconds * 1_000 }),
    },
  ];
}
