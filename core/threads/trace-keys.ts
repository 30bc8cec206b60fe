import type { Trace } from '../../contracts/trace.ts';
import { turnKey } from './turn-key.ts';

/**
 * The table `traces`. A thread is one partition: its head, and its turns in the order they began. A trace without a thread
 * is one of its own. Beside each trace, by its id, lies where it is.
 */
export interface TraceKey {
  readonly thread: string;
  readonly turn: string;
}

/** Sorts before every turn, which begins with a year. */
export const HEAD = '!head';
export const LAST_BEFORE_TURNS = '!~';
const PLACE = '!place';

export const threadKey = (tenant: string, threadId: string): string => `${tenant}#thread#${threadId}`;

const ownKey = (tenant: string, traceId: string): string => `${tenant}#trace#${traceId}`;

export const placeKey = (tenant: string, traceId: string): TraceKey => ({
  thread: ownKey(tenant, traceId),
  turn: PLACE,
});

export const traceKey = (tenant: string, trace: Trace): TraceKey => ({
  thread: trace.thread_id === undefined ? ownKey(tenant, trace.trace_id) : threadKey(tenant, trace.thread_id),
  turn: turnKey(trace),
});

/** The index by time: traces by the day they began, threads by their last turn. */
export const BY_TIME = 'by-time';

export const dayListing = (tenant: string, day: string): string => `${tenant}#${day}`;
export const threadListing = (tenant: string): string => `${tenant}#threads`;

export const dayOf = (key: string): string => key.slice(0, 10);
