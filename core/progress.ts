import type { Progress } from '../contracts/run-control.ts';
import { isOver, type RunRecord } from '../contracts/run-record.ts';

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
  const running = isOver(record.status) && record.finished_at ? 0 : Math.min(inFlight, open);
  const settledThisPass = Math.max(0, record.planned - open);
  const seconds = Math.max(0.001, (endOf(record, now) - Date.parse(record.pass_started_at)) / 1000);
  const rowsPerSecond = settledThisPass / seconds;
  const called = succeeded + failed;
  return {
    total: record.total,
    succeeded,
    failed,
    skipped,
    running,
    remaining: open - running,
    percent: record.planned === 0 ? 100 : Math.floor((settledThisPass / record.planned) * 1000) / 10,
    rowsPerSecond: Math.round(rowsPerSecond * 100) / 100,
    ...(open > 0 && rowsPerSecond > 0 && { etaSeconds: Math.ceil(open / rowsPerSecond) }),
    ...(called > 0 && { averageLatencyMs: Math.round(record.latency_ms_sum / called) }),
    costUsd: record.cost_usd,
    tokens: { prompt: record.prompt_tokens, completion: record.completion_tokens, total: record.total_tokens },
  };
}

const endOf = (record: RunRecord, now: number): number => (record.finished_at ? Date.parse(record.finished_at) : now);
