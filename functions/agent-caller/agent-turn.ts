import { setTimeout as sleep } from 'node:timers/promises';
import type { RateStore } from '../../client/rate-limits/rate-store.ts';
import type { CallerRun } from '../../contracts/caller.ts';
import type { RateLimit } from '../../contracts/rate-limit.ts';
import { rateKeyOf } from '../../core/pacing/rate-key.ts';
import { type Refusal, refused } from '../../core/pacing/refused.ts';
import { type Grant, HORIZON_MS, reserveSlots } from '../../core/pacing/reserve-slots.ts';

const MINUTE_MS = 60_000;
/** Agents that were held back together come back no faster than one after another in this time. */
const AFTER_HOLD_MS = 20;

/** A row's turn: it has come after some time, or it comes at a time that is not near. */
export type AgentTurn = { readonly waitedMs: number } | { readonly later: string };

/**
 * Waits for the row's turn: for as long as Step Functions has no room for starts, and if the run says how fast agents may be
 * started. Every row is a child of its own, so each reserves one slot: a near one is slept through.
 *
 * @param children rows that may be waiting for a slot at the same time
 */
export async function agentTurn(run: CallerRun, rates: RateStore, children: number): Promise<AgentTurn> {
  const { requestsPerMinute, tokensPerMinute } = run.rateLimit;
  const isDeclared = requestsPerMinute !== undefined || tokensPerMinute !== undefined;
  const turn = isDeclared
    ? await turnOf(rateKeyOf(run), run.rateLimit, rates, children)
    : await until((await rates.read(rateKeyOf(run))).heldUntil, children * AFTER_HOLD_MS);
  if (run.delayMs === 0 || 'later' in turn) return turn;
  // The pause between starts is the run's own.
  const declared = {
    ...run.rateLimit,
    requestsPerMinute: MINUTE_MS / run.delayMs,
    tokensPerMinute: undefined,
    burst: 1,
  };
  const delayed = await turnOf(`delay ${run.evaluationId} ${run.attempt}`, declared, rates, children);
  return 'later' in delayed ? delayed : { waitedMs: turn.waitedMs + delayed.waitedMs };
}

async function turnOf(key: string, declared: RateLimit, rates: RateStore, children: number): Promise<AgentTurn> {
  const reserve = (state: Grant['state']): Grant =>
    reserveSlots(state, { now: Date.now(), count: 1, declared, maxConcurrency: children, mayLearn: false, probeMs: 0 });
  let grant: Grant | undefined;
  await rates.update(key, await rates.read(key), (state) => {
    grant = reserve(state);
    return grant.state;
  });
  const slot = grant?.slots[0];
  if (slot !== undefined) return until(slot, 0);
  // All that wait come back some time within their turns, and not at the same moment.
  const spreadMs = children * (MINUTE_MS / (declared.requestsPerMinute ?? MINUTE_MS));
  return later((grant?.againAt ?? Date.now()) + Math.random() * spreadMs);
}

/** A near time is slept through; rows that come back after it come back spread over a while. */
async function until(time: number, spreadMs: number): Promise<AgentTurn> {
  const ms = time - Date.now();
  if (ms <= 0) return { waitedMs: 0 };
  const waitedMs = ms + Math.random() * spreadMs;
  if (waitedMs > HORIZON_MS) return later(Date.now() + waitedMs);
  await sleep(waitedMs);
  return { waitedMs };
}

const later = (time: number): AgentTurn => ({ later: new Date(time).toISOString() });

/** Step Functions had no room for a start: nobody starts this agent for a while, and then more slowly where a rate is known. */
export async function holdStarts(run: CallerRun, rates: RateStore, refusal: Refusal): Promise<void> {
  const key = rateKeyOf(run);
  await rates.update(key, await rates.read(key), (state) => refused(state, refusal));
}
