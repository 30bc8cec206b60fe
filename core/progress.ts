import type { Progress } from '../contracts/run-control.ts';
import { isOver, type RunRecord } from '../domain/run-records/run-record.ts';

/** The time left is told when so many rows, or a twentieth, have settled: the first answers of a job say nothing of the rest. */
const FIRST_ROWS = 5;

/**
 * How far a run is. Live counters may run ahead of the truth (a redriven batch is counted again), so the counts are
 * cut to fit the total: they always sum to it.
 *
 * @param inFlight rows being called at this moment, as far as known
 */
export function progressOf(record: RunRecord, inFlight: number, now = Date.now()): Progress {
  const failed = Math.min(record.failed, record.total);
  const skipped = Math.min(record.skipped, record.total - failed);
  const succeeded = Math.min(record.succeeded, record.total - failed - skipped);
  const open = record.total - succeeded - failed - skipped;
  const ended = isOver(record.status) && record.finished_at !== undefined;
  const running = ended ? 0 : Math.min(inFlight, open);
  const settledThisPass = Math.max(0, record.planned - open);
  const rowsPerSecond = settledThisPass / activeSeconds(record, now);
  const called = succeeded + failed;
  return {
    total: record.total,
    succeeded,
    failed,
    skipped,
    running,
    remaining: open - running,
    percent: percentOf(settledThisPass, record, ended),
    rowsPerSecond: Math.round(rowsPerSecond * 100) / 100,
    ...(record.status === 'running' &&
      open > 0 &&
      settledThisPass >= Math.max(1, Math.min(FIRST_ROWS, record.planned / 20)) && {
        etaSeconds: Math.ceil(secondsLeft(open, settledThisPass, record, now)),
      }),
    ...(called > 0 && { averageLatencyMs: Math.round(record.latency_ms_sum / called) }),
    ...(record.unknown > 0 && { unknown: Math.min(record.unknown, failed) }),
    ...(record.called_again && { calledAgain: record.called_again }),
    costUsd: record.cost_usd,
    priced: record.priced,
    ...(!ended && record.pacing && { pacing: record.pacing }),
    ...(!ended && succeeded === 0 && record.unreachable && { unreachable: record.unreachable }),
    ...(!ended && record.jobs && { jobs: record.jobs }),
    tokens: { prompt: record.prompt_tokens, completion: record.completion_tokens, total: record.total_tokens },
  };
}

/**
 * At the speed so far, but never sooner than the target's limit, its hold and the rows in back-off allow. While calls wait
 * for a known time, the speed is that up to the last answer: waiting makes no row slower. Otherwise, where no row has
 * settled for a while, the next one is likely to take as long again.
 */
function secondsLeft(open: number, settled: number, record: RunRecord, now: number): number {
  const { pacing, due_at, settled_at, latency_ms_sum, succeeded, failed } = record;
  const until = (time: string | undefined) => (time ? Math.max(0, (Date.parse(time) - now) / 1000) : 0);
  const [held, due] = [until(pacing?.heldUntil), until(due_at)];
  const waits = held + due > 0;
  const lastAnswer = settled_at ? Date.parse(settled_at) : now;
  const atSpeed = (open * activeSeconds(record, waits ? lastAnswer : now)) / settled;
  const limited = pacing?.limitPerMinute ? (open * 60) / pacing.limitPerMinute : 0;
  const backOff = due_at ? due + latency_ms_sum / Math.max(1, succeeded + failed) / 1000 : 0;
  const idle = waits ? 0 : (now - lastAnswer) / 1000;
  return Math.max(held + Math.max(atSpeed, limited), backOff, idle);
}

/** Of the rows of this pass. Before they are counted nothing is done; a pass without rows is done once it has ended. */
function percentOf(settled: number, record: RunRecord, ended: boolean): number {
  if (record.planned === 0) return ended ? 100 : 0;
  return Math.floor((settled / record.planned) * 1000) / 10;
}

/** Time in which rows could be called: pauses are left out. */
function activeSeconds(record: RunRecord, now: number): number {
  const end = record.finished_at ? Date.parse(record.finished_at) : now;
  const pausedNow = record.paused_at ? Math.max(0, end - Date.parse(record.paused_at)) : 0;
  const active = end - Date.parse(record.pass_started_at) - (record.paused_ms ?? 0) - pausedNow;
  return Math.max(1, active) / 1000;
}
