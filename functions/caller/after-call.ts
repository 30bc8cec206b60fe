import type { Retry } from '../../contracts/batch.ts';
import type { CallerRun } from '../../contracts/caller.ts';
import type { RollcallError } from '../../contracts/errors.ts';
import { costOfCall, type Settlement, setAsideBy } from '../../core/result-row.ts';
import { retryDelay } from '../../core/retry-decision.ts';
import type { Outcome } from './target.ts';

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
}

/** What comes after a call: the row is settled, or it is called again. */
export type AfterCall = { readonly settlement: Settlement } | { readonly retry: Retry; readonly error: RollcallError };

export function afterCall(run: CallerRun, made: MadeCall, outcome: Outcome): AfterCall {
  if (outcome.kind === 'answered') return settledAs('succeeded', made, outcome);
  const { error, answer = {}, retryAfterSeconds } = outcome;
  const { place, call, startedAt, spentUsd = 0 } = made;
  const seconds = retryDelay({ errorClass: error.errorClass, calls: call, retryAfterSeconds }, run.retryPolicy);
  if (seconds === undefined) return settledAs('failed', made, outcome);
  const notBefore = new Date(Date.now() + seconds * 1000).toISOString();
  const cost = spentUsd + (costOfCall(run, answer) ?? 0);
  const setAside = made.setAside ?? setAsideBy(run, answer);
  const known = { ...(cost > 0 && { spentUsd: cost }), ...(setAside && { setAside }) };
  return { error, retry: { row: place, calls: call, notBefore, startedAt, ...known } };
}

export function settledAs(
  status: Settlement['status'],
  { call, startedAt, spentUsd, setAside }: MadeCall,
  { answer, error, traceRef, request }: Pick<Settlement, 'answer' | 'error' | 'traceRef' | 'request'>,
): { settlement: Settlement } {
  const finishedAt = new Date().toISOString();
  return {
    settlement: { status, calls: call, answer, error, traceRef, request, spentUsd, setAside, startedAt, finishedAt },
  };
}
