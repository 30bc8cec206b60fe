import { setTimeout as sleep } from 'node:timers/promises';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { rateLimitSchema } from '../../../contracts/rate-limit.ts';
import { seenLimits } from '../../../core/pacing/rate-headers.ts';
import { type HeaderFamily, limitHeaders } from '../../../examples/limited-api/limit-headers.ts';
import { RateWindow } from '../../../examples/limited-api/rate-window.ts';
import { Pacer } from '../../../functions/caller/pacer.ts';
import { inSimulatedTime } from '../../support/simulated-time.ts';
import { callerRun } from '../caller-cloud.ts';
import { OneRateKey } from './one-rate-key.ts';

/** From a row's turn to its call: its claim is written meanwhile. */
const CLAIM_MS = 8;

interface Given {
  /** Callers of all runs, and rows that each calls side by side. */
  readonly callers: number;
  readonly places: number;
  /** Rows of each caller. */
  readonly rows: number;
  /** How long the n-th call takes. */
  readonly latencyMs: (call: number) => number;
  /** What the target lets through, and how it tells. */
  readonly limit: number;
  readonly windowMs: number;
  readonly headers: HeaderFamily;
  /** Tokens that it lets through in a window, and what the n-th call uses. */
  readonly tokens?: { readonly limit: number; readonly of: (call: number) => number };
  /** What the configuration says of limits. */
  readonly declared?: object;
}

/** Callers that make as many calls of one target as they may, in simulated time, until all rows are called. */
export function simulateCallers(given: Given) {
  return inSimulatedTime(() => callAll(given));
}

async function callAll({ callers, places, rows, latencyMs, limit, windowMs, headers, tokens, declared = {} }: Given) {
  const store = new OneRateKey();
  const window = new RateWindow(limit, windowMs);
  const tokenWindow = tokens && new RateWindow(tokens.limit, windowMs);
  const starts: number[] = [];
  let [refused, used] = [0, 0];
  const endpoint = endpointSchema.parse({ url: 'https://api.example.com/items' });
  const run = callerRun({ executionMode: 'endpoint', endpoint, rateLimit: rateLimitSchema.parse(declared) });

  async function caller(): Promise<void> {
    let wake = () => {};
    let [inFlight, left] = [0, rows];
    const pacer = new Pacer({
      store,
      run,
      children: () => callers,
      maxConcurrency: () => callers * places,
      wake: () => wake(),
      failed: (error) => {
        throw error;
      },
    });
    await pacer.open();
    const call = async () => {
      const turn = pacer.take();
      await sleep(CLAIM_MS);
      const sentAt = await turn.go();
      const number = starts.push(sentAt);
      const its = tokens?.of(number) ?? 0;
      const isIn = [window.take(sentAt), tokenWindow?.take(sentAt, its) ?? true].every(Boolean);
      const told = limitHeaders(headers, sentAt, window, tokenWindow);
      await sleep(isIn ? latencyMs(number) : 1);
      const { limits } = seenLimits(told, Date.now());
      if (isIn) {
        used += its;
        pacer.answered(sentAt, limits, tokens && its);
      } else {
        refused += 1;
        left += 1;
        pacer.refused({
          sentAt,
          limits,
          retryAfterSeconds: Math.ceil((window.end - sentAt) / 1_000),
          backOffMs: 1_000,
        });
      }
      inFlight -= 1;
      wake();
    };
    while (left > 0 || inFlight > 0) {
      if (left > 0 && inFlight < places && pacer.isReady(places - inFlight, left)) {
        inFlight += 1;
        left -= 1;
        void call();
        continue;
      }
      const dueIn = left > 0 && inFlight < places && !pacer.isOpen ? pacer.dueAt - Date.now() : 100;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(1, Math.min(100, dueIn)));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await pacer.close();
  }

  await Promise.all(Array.from({ length: callers }, caller));
  starts.sort((a, b) => a - b);
  const tookMs = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
  /** Calls as a share of what the target lets through, from one part of them to another. */
  const shareOf = (from: number, to: number) => {
    const [first, last] = [Math.floor(starts.length * from), Math.floor((starts.length - 1) * to)];
    return (last - first) / ((starts[last] ?? 0) - (starts[first] ?? 0)) / (limit / windowMs);
  };
  return {
    refused,
    calls: starts.length,
    callsPerSecond: (starts.length - 1) / (tookMs / 1_000),
    writesPerSecond: store.writes / (tookMs / 1_000),
    share: shareOf(0, 1),
    /** Without the first calls, which find out, and the last ones, of which there are too few. */
    steadyShare: shareOf(0.25, 0.8),
    shareOfTokens: tokens && used / tookMs / (tokens.limit / windowMs),
  };
}
