import type { CallerRun } from '../../contracts/caller.ts';
import type { RollcallError } from '../../contracts/errors.ts';
import { costOfCall, type Settlement, setAsideBy } from '../../core/result-row.ts';
import { retryDelay, turnedAwayDelay } from '../../core/retry-decision.ts';
import type { Retry } from '../../domain/run-log/log-entry.ts';
import type { Work } from './row-queue.ts';
import type { Outcome } from './target.ts';
import type { Turn } from './turn.ts';

/** A call of a row that was made. */
export interface MadeCall {
  /** The row's place in its batch. */
  readonly place: number;
  readonly call: number;
  /** When the row's first call began, and what the calls before this one have cost. */
  readonly startedAt: string;
  readonly spentUsd?: number;
  /** What one of them said and cannot be. */
  readonly setAside?: string;
  /** Calls before this one that were turned away, and when the first was. */
  readonly turnedAway?: number;
  readonly turnedAwayAt?: string;
  /** Milliseconds the row has waited for the target's rate limit. */
  readonly waitedMs?: number;
  /** It was made for many rows; and the bulk endpoint rejected the row with its chunk, before. */
  readonly isBulk?: boolean;
  readonly isAlone?: boolean;
}

/** What is known of a row before its next call. */
export function knownOf({ place, retry }: Work, turn: Turn): Omit<MadeCall, 'call'> {
  const { startedAt = new Date().toISOString(), spentUsd, setAside, turnedAway, turnedAwayAt, isAlone } = retry ?? {};
  const waitedMs = (retry?.waitedMs ?? 0) + turn.waitedMs;
  return { place, startedAt, spentUsd, setAside, turnedAway, turnedAwayAt, isAlone, waitedMs };
}

/** What comes after a call: the row is settled, or it is called again. */
export type AfterCall = (
  | { readonly settlement: Settlement }
  | { readonly retry: Retry; readonly error: RollcallError }
) & {
  /** The target turned the call away for its rate. */
  readonly isThrottled?: boolean;
};

export function afterCall(run: CallerRun, made: MadeCall, outcome: Outcome): AfterCall {
  if (outcome.kind === 'answered') return settledAs('succeeded', made, outcome);
  const { error, answer = {}, retryAfterSeconds } = outcome;
  const { place, call, startedAt, spentUsd = 0, turnedAway = 0, isAlone } = made;
  const wait = outcome.isTurnedAway ? waitForRate(run, made, retryAfterSeconds) : undefined;
  // Calls that were turned away, and the one that was rejected with others, were no attempts at this row.
  const attempts = { errorClass: error.errorClass, calls: call - turnedAway - (isAlone ? 1 : 0), retryAfterSeconds };
  const seconds = outcome.isTurnedAway ? wait?.seconds : retryDelay(attempts, run.retryPolicy);
  const { isTurnedAway: isThrottled } = outcome;
  if (seconds === undefined) return { ...settledAs('failed', made, outcome), isThrottled };
  const notBefore = new Date(Date.now() + seconds * 1000).toISOString();
  const cost = spentUsd + (costOfCall(run, answer) ?? 0);
  const setAside = made.setAside ?? setAsideBy(run, answer);
  const known = { ...(cost > 0 && { spentUsd: cost }), ...(setAside && { setAside }) };
  const { turnedAwayAt, waitedMs = 0 } = made;
  const waits = wait?.waits ?? {
    ...(turnedAway > 0 && { turnedAway, turnedAwayAt }),
    ...(waitedMs > 0 && { waitedMs }),
  };
  const alone = isAlone && { isAlone };
  return { error, isThrottled, retry: { row: place, calls: call, notBefore, startedAt, ...known, ...waits, ...alone } };
}

/** A row that was turned away is tried again as long as the configuration lets it wait, whatever its retry policy. */
function waitForRate(run: CallerRun, made: MadeCall, retryAfterSeconds?: number) {
  const { turnedAway = 0, turnedAwayAt = new Date().toISOString(), waitedMs = 0 } = made;
  const seconds = turnedAwayDelay(turnedAway, retryAfterSeconds, run.retryPolicy);
  const waitsUntil = Date.now() + seconds * 1_000;
  if (waitsUntil - Date.parse(turnedAwayAt) > run.rateLimit.maxWaitSeconds * 1_000) return undefined;
  const waits = { turnedAway: turnedAway + 1, turnedAwayAt, waitedMs: waitedMs + seconds * 1_000 };
  return { seconds, waits };
}

export function settledAs(
  status: Settlement['status'],
  { call, startedAt, spentUsd, setAside, turnedAway, waitedMs, isBulk }: MadeCall,
  { answer, error, traceRef, request, notes }: Pick<Settlement, 'answer' | 'error' | 'traceRef' | 'request' | 'notes'>,
): { settlement: Settlement } {
  const finishedAt = new Date().toISOString();
  return {
    settlement: {
      status,
      calls: call,
      answer,
      error,
      traceRef,
      request,
      spentUsd,
      setAside,
      turnedAway,
      waitedMs,
      isBulk,
      notes,
      startedAt,
      finishedAt,
    },
  };
}
