import { setTimeout as sleep } from 'node:timers/promises';
import type { RateStore } from '../../client/rate-limits/rate-store.ts';
import type { CallerRun } from '../../contracts/caller.ts';
import type { RateLimit } from '../../contracts/rate-limit.ts';
import { rateKeyOf } from '../../core/pacing/rate-key.ts';
import { type Grant, reserveSlots } from '../../core/pacing/reserve-slots.ts';

const MINUTE_MS = 60_000;

/**
 * Waits for the row's turn, if the run says how fast agents may be started. Every row is a child of its own, so each
 * reserves one slot: a near one is slept through.
 *
 * @param children rows that may be waiting for a slot at the same time
 * @returns when to ask again, if no slot is near
 */
export async function agentTurn(run: CallerRun, rates: RateStore, children: number): Promise<string | undefined> {
  const { requestsPerMinute, tokensPerMinute } = run.rateLimit;
  if (requestsPerMinute !== undefined || tokensPerMinute !== undefined) {
    const later = await turnOf(rateKeyOf(run), run.rateLimit, rates, children);
    if (later) return later;
  }
  if (run.delayMs === 0) return undefined;
  // The pause between starts is the run's own.
  const declared = {
    ...run.rateLimit,
    requestsPerMinute: MINUTE_MS / run.delayMs,
    tokensPerMinute: undefined,
    burst: 1,
  };
  return turnOf(`delay ${run.evaluationId} ${run.attempt}`, declared, rates, children);
}

async function turnOf(
  key: string,
  declared: RateLimit,
  rates: RateStore,
  children: number,
): Promise<string | undefined> {
  const reserve = (state: Grant['state']): Grant =>
    reserveSlots(state, { now: Date.now(), count: 1, declared, maxConcurrency: children, mayLearn: false, probeMs: 0 });
  let grant: Grant | undefined;
  await rates.update(key, await rates.read(key), (state) => {
    grant = reserve(state);
    return grant.state;
  });
  const slot = grant?.slots[0];
  if (slot !== undefined) {
    await sleep(Math.max(0, slot - Date.now()));
    return undefined;
  }
  // All that wait come back some time within their turns, and not at the same moment.
  const spreadMs = Math.random() * children * (MINUTE_MS / (declared.requestsPerMinute ?? MINUTE_MS));
  return new Date((grant?.againAt ?? Date.now()) + spreadMs).toISOString();
}
