import type { CallerEvent, Done } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { buildResultRow, type Settlement } from '../../core/result-row.ts';
import { isCostUnknown, stopReason } from '../../core/stop-reason.ts';
import type { CallerPorts } from './caller-ports.ts';

/** A row this slow is counted on its own, so that a slow run shows each row; quick ones are counted a batch at a time. */
const SLOW_ROW_MS = 1_000;

/** Stages the row and, if this invocation was the one to do it, counts it, stops the run where it must, and tells. */
export async function settleRow(event: CallerEvent, settlement: Settlement, ports: CallerPorts): Promise<Done> {
  const row = buildResultRow(event.run, event.row, settlement);
  const { won, bytes } = await ports.staging.settle(event, row, ports.writer);
  if (!won) return settledBefore(event, (await ports.staging.find(event)) ?? row, ports);

  ports.observer.settled(event, row, bytes);
  const counted = countsAtOnce(event, row);
  if (counted) await count(event, row, ports);
  if (isExhausted(event, row)) await ports.deadLetters?.send(row);
  return { ...doneFrom(row), counted };
}

/**
 * The answer for a row that was settled before. Whoever settled it may have ended before it counted it; where the count
 * decides whether rows go on starting, that is made up for. A row counted twice, by two invocations at one moment, halts a
 * run too early; one never counted would let it pass its budget.
 */
export async function settledBefore(event: CallerEvent, row: ResultRow, ports: CallerPorts): Promise<Done> {
  const isOpen = decides(event) && countsAtOnce(event, row) && !(await ports.staging.isCounted(event));
  if (isOpen) await count(event, row, ports);
  return doneFrom(row);
}

const doneFrom = (row: ResultRow): Done => ({
  outcome: 'done',
  status: row.status,
  counted: true,
  latencyMs: row.latency_ms ?? 0,
  promptTokens: row.prompt_tokens ?? 0,
  completionTokens: row.completion_tokens ?? 0,
  totalTokens: row.total_tokens ?? 0,
  costUsd: row.cost_usd ?? 0,
});

/** Failures and money decide whether the next row starts, so they cannot wait for the end of the batch. */
function countsAtOnce({ run }: CallerEvent, row: ResultRow): boolean {
  if (row.status === 'skipped') return false;
  const spends = Boolean(run.budgetLimit) && (row.cost_usd ?? 0) > 0;
  return row.status === 'failed' || spends || isCostUnknown(run, row) || (row.latency_ms ?? 0) >= SLOW_ROW_MS;
}

/** A run that counts can stop. */
const decides = ({ run }: CallerEvent): boolean => Boolean(run.budgetLimit) || run.stopOnError !== 'continue';

async function count(event: CallerEvent, row: ResultRow, ports: CallerPorts): Promise<void> {
  const { run } = event;
  const totals = await ports.runs.count(row);
  const reason = totals && stopReason(run, totals, row);
  if (reason && (await ports.runs.halt(run.evaluationId, reason.message))) ports.observer.halted(run, reason.kind);
  if (decides(event)) await ports.staging.markCounted(event, ports.writer);
}

/**
 * A transient failure settles only when no call is left to the row; a caller that failed has used up the retries of its
 * task. With a further pass to come, that one decides.
 */
const isExhausted = ({ run }: CallerEvent, row: ResultRow): boolean =>
  row.status === 'failed' &&
  !run.retriesFailed &&
  (row.error_class === 'transient' || row.error_name === 'CallerFailed');
