import type { KnownLimit, RateLimit, RateState } from '../../contracts/rate-limit.ts';
import {
  freeAgainAt,
  intervalAt,
  isQuota,
  isUnseen,
  MOST_PROBES,
  msPerUnit,
  rolledTo,
  toleranceMs,
  withFirstCalls,
} from './limit-interval.ts';
import { paceAt } from './refused.ts';
import {
  expectedTokens,
  keptFree,
  NONE_USED,
  newMean,
  newVariance,
  owedTokens,
  type UsedTokens,
} from './used-tokens.ts';

/** No slot is reserved further ahead: a small job waits this long for its first one, however large the others are. */
export const HORIZON_MS = 5_000;
/** Of the tolerance, the part that a caller may be late; the rest is for the way to the target. */
const LATE_PART = 0.8;
/** How soon one looks again where an answer that somebody waits for may tell more. */
const LOOK_AGAIN_MS = 250;
const MINUTE_MS = 60_000;
/** What was learned and not seen again for so long is forgotten. */
export const FORGET_MS = 86_400_000;

export type Declared = Pick<RateLimit, 'requestsPerMinute' | 'tokensPerMinute' | 'burst' | 'useHeaders'>;

export interface Ask {
  readonly now: number;
  readonly count: number;
  readonly declared: Declared;
  readonly maxConcurrency: number;
  /** The target may speak of limits in its answers. */
  readonly mayLearn: boolean;
  /** After this time a call let through before the first answer is taken for lost. */
  readonly probeMs: number;
  /** A block of slots spans no more than this, so that callers take turns. */
  readonly spanMs?: number;
  /** How soon to look again for what others have found out; with many callers, later. */
  readonly lookMs?: number;
  /** What rows used since the last time. */
  readonly used?: UsedTokens;
}

export interface Grant {
  readonly state: RateState;
  /** When calls may start, in order. */
  readonly slots: readonly number[];
  /** A slot not used within this time has lapsed. */
  readonly lapseMs: number;
  /** When to ask again, if fewer were granted than asked for. */
  readonly againAt?: number;
  /** Nothing is limited: slots need not be asked for. */
  readonly isFree: boolean;
}

/** Reserves slots: the generic cell rate algorithm, over all limits at once. */
export function reserveSlots(state: RateState, ask: Ask): Grant {
  const limits = limitsOf(state, ask);
  const from = Math.max(ask.now, state.heldUntil);
  if (limits.length > 0) return paced(state, ask, limits, from);
  if (from > ask.now) return { state, slots: [], lapseMs: 1_000, againAt: from, isFree: false };
  const isFree = !ask.mayLearn || !ask.declared.useHeaders || isFreeAt(state, ask.now);
  return isFree
    ? { state, slots: Array.from({ length: ask.count }, () => ask.now), lapseMs: 1_000, isFree }
    : probing(state, ask);
}

const isFreeAt = ({ freeAt = Number.NEGATIVE_INFINITY }: RateState, now: number): boolean => now - freeAt < FORGET_MS;

export interface Named {
  readonly name: string;
  readonly known: KnownLimit;
}

/** All limits that count at this time: learned and declared. */
export function limitsOf(
  state: RateState,
  { now, declared, mayLearn }: Pick<Ask, 'now' | 'declared' | 'mayLearn'>,
): Named[] {
  const learned = Object.entries(mayLearn && declared.useHeaders ? state.limits : {})
    .filter(([, { seenAt }]) => now - seenAt < FORGET_MS)
    .map(([name, known]) => ({ name, known }));
  const { requestsPerMinute, tokensPerMinute } = declared;
  return [
    ...learned,
    ...(requestsPerMinute ? [{ name: '', known: perMinute('requests', requestsPerMinute, now) }] : []),
    ...(tokensPerMinute ? [{ name: '', known: perMinute('tokens', tokensPerMinute, now) }] : []),
  ];
}

const perMinute = (unit: KnownLimit['unit'], limit: number, seenAt: number): KnownLimit => ({
  unit,
  kind: 'bucket',
  limit,
  windowMs: MINUTE_MS,
  isWindowSure: true,
  isLeftSeen: false,
  seenAt,
});

function paced(state: RateState, ask: Ask, named: readonly Named[], from: number): Grant {
  const { now, count, declared, spanMs = HORIZON_MS, lookMs = LOOK_AGAIN_MS } = ask;
  const used = believed(ask.used, named);
  const pace = paceAt(state, now);
  const tokensPerRow = newMean(used, state.tokensPerRow);
  const tokens = expectedTokens(tokensPerRow);
  const tolerated = Math.min(...named.map(({ known }) => toleranceMs(known.windowMs)));
  const lapseMs = tolerated * LATE_PART;
  const slots: number[] = [];
  const tokensVariance = newVariance(used, state.tokensPerRow, state.tokensVariance);
  const kept = named.map((one) => withoutKeptFree(one, tokensPerRow, tokensVariance));
  const { limits: begun, probingSince } = withProbes(state, ask, kept);
  let limits = begun;
  let { nextAt, tokensAt } = state;
  const owed = owedTokens(used, state.tokensPerRow) * evenTokenMs(limits);
  if (used.rows > 0) tokensAt = Math.max(now, Math.max(now, tokensAt) + owed);
  let againAt: number | undefined;
  // What rows use is told by the first answer: until then slots come one by one.
  const isUseKnown = tokensPerRow !== undefined || named.every(({ known }) => known.unit !== 'tokens');
  while (slots.length < count) {
    if (!isUseKnown && slots.length > 0) {
      againAt = now + lookMs;
      break;
    }
    const request = longest(limits, 'requests', Math.max(nextAt, from), 1) / pace;
    const at = Math.max(from, nextAt - (declared.burst - 1) * request, tokensAt);
    const standing = rolled(limits, at);
    const freeAt = Math.max(...standing.map(({ known }) => freeAgainAt(known, at, tokens)));
    if (freeAt > at) {
      // Calls in flight will tell how the window stands that has begun, or may have: nothing is put off until its end.
      const isToldSoon = freeAt - now <= HORIZON_MS || standing.some(({ known }) => isUnseen(known));
      againAt = isToldSoon ? Math.min(freeAt, now + lookMs) : freeAt - HORIZON_MS;
      break;
    }
    const end = unsureEnd(limits, now);
    if (at >= end || at > now + HORIZON_MS) {
      againAt = at >= end ? end : at - HORIZON_MS;
      break;
    }
    limits = standing;
    if (at - (slots[0] ?? at) > spanMs) break;
    slots.push(at);
    nextAt = Math.max(nextAt, at) + longest(limits, 'requests', at, 1) / pace;
    tokensAt = Math.max(tokensAt, at) + longest(limits, 'tokens', at, tokens) / pace;
    limits = limits.map(({ name, known }) => ({ name, known: taken(known, tokens) }));
  }
  if (slots.length === 0 && used.rows === 0) return { state, slots, lapseMs, againAt, isFree: false };
  const learned = limits.flatMap(({ name, known }) => {
    const { limit = known.limit } = state.limits[name] ?? {};
    return name === '' ? [] : [[name, { ...known, limit }] as const];
  });
  const next = {
    ...state,
    nextAt,
    tokensAt,
    tokensPerRow,
    tokensVariance,
    probingSince:
      slots.length > 0 && limits.some(({ known }) => isUnseen(known)) ? (probingSince ?? now) : probingSince,
    limits: { ...state.limits, ...Object.fromEntries(learned) },
  };
  return { state: next, slots, lapseMs, againAt, isFree: false };
}

/**
 * A few calls find out how a window stands that has begun since the last answer, and whose length nobody knows: where they
 * bring no answer, others do.
 */
function withProbes(state: RateState, { now, probeMs }: Ask, named: readonly Named[]) {
  const limits = rolled(named, now);
  const unseen = limits.filter(({ known }) => isUnseen(known));
  const begunAt = Math.max(...unseen.map(({ known: { resetAt = 0, windowMs } }) => resetAt - windowMs));
  const { probingSince = Number.NEGATIVE_INFINITY } = state;
  if (unseen.length === 0 || probingSince < begunAt) return { limits: named };
  if (now - probingSince <= probeMs) return { limits: named, probingSince };
  const again = limits.map(({ name, known }) => ({ name, known: isUnseen(known) ? withFirstCalls(known) : known }));
  return { limits: again };
}

const withoutKeptFree = ({ name, known }: Named, mean: number | undefined, variance: number | undefined): Named =>
  known.unit === 'tokens'
    ? { name, known: { ...known, limit: known.limit - keptFree(known.limit, mean, variance) } }
    : { name, known };

const rolled = (limits: readonly Named[], at: number): Named[] =>
  limits.map(({ name, known }) => ({ name, known: rolledTo(known, at) }));

/** How long the window after this one is has to be seen first: no slot is given away beyond its end. */
function unsureEnd(limits: readonly Named[], now: number): number {
  const ends = limits.map(({ known: { kind, isWindowSure, resetAt = 0 } }) =>
    kind === 'window' && !isWindowSure && resetAt > now ? resetAt : Number.POSITIVE_INFINITY,
  );
  return Math.min(...ends);
}

/** No call takes more than a whole window lets through: an answer that says so would hold up all others for its size. */
function believed({ rows, tokens, squares = 0 }: UsedTokens = NONE_USED, limits: readonly Named[]): UsedTokens {
  const most = Math.min(...limits.filter(({ known }) => known.unit === 'tokens').map(({ known }) => known.limit));
  return rows === 0
    ? NONE_USED
    : { rows, tokens: Math.min(tokens, rows * most), squares: Math.min(squares, rows * most * most) };
}

/** What a token takes at the limits' full rate: how many are left is no part of what rows used more or less. */
const evenTokenMs = (limits: readonly Named[]): number =>
  Math.max(
    0,
    ...limits.filter(({ known }) => known.unit === 'tokens' && !isQuota(known)).map(({ known }) => msPerUnit(known)),
  );

/** The longest interval that limits of this unit ask for. */
function longest(limits: readonly Named[], unit: KnownLimit['unit'], at: number, units: number): number {
  return Math.max(
    0,
    ...limits.filter(({ known }) => known.unit === unit).map(({ known }) => intervalAt(known, at, units)),
  );
}

const taken = (known: KnownLimit, tokens: number): KnownLimit =>
  known.left === undefined
    ? known
    : { ...known, left: Math.max(0, known.left - (known.unit === 'tokens' ? tokens : 1)) };

/** Calls that were let through before the first answer and will bring none: others take their place. */
export function withoutProbes(state: RateState, count: number): RateState {
  return state.probes === 0 ? state : { ...state, probes: Math.max(0, state.probes - count) };
}

/** Nothing is known yet: a few calls find out. */
function probing(state: RateState, ask: Ask): Grant {
  const { now, count, maxConcurrency, probeMs, lookMs = LOOK_AGAIN_MS } = ask;
  const since = state.probingSince ?? now;
  const isLost = now - since > probeMs;
  const before = isLost ? 0 : state.probes;
  const granted = Math.max(0, Math.min(count, Math.min(maxConcurrency, MOST_PROBES) - before));
  const probingSince = isLost || state.probes === 0 ? now : since;
  return {
    state: granted === 0 ? state : { ...state, probes: before + granted, probingSince },
    slots: Array.from({ length: granted }, () => now),
    // They are for whoever comes first, and not for a moment.
    lapseMs: probeMs,
    ...(granted < count && { againAt: Math.min(probingSince + probeMs, now + lookMs) }),
    isFree: false,
  };
}
