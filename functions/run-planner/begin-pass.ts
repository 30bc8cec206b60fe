import { runQuery } from '../../client/athena/run-query.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { countSettled } from '../../core/sql/count-settled.ts';
import { latestResults } from '../../core/sql/latest-results.ts';
import {
  type Counters,
  isJob,
  NOTHING_COUNTED,
  type Round,
  type RunRecord,
  type RunStatus,
} from '../../domain/run-records/run-record.ts';
import { sumOf } from '../../domain/run-records/store/batch-counts.ts';
import { stillActive } from './choose-run.ts';
import type { PlanDependencies } from './dependencies.ts';
import type { Opening } from './open-run.ts';
import { type PlanEvent, passId } from './plan-event.ts';

export interface Pass extends Opening {
  readonly total: number;
  readonly planned: number;
  /** Of these: rows whose call may have been made already. */
  readonly calledAgain: number;
  readonly batchRows: number;
  readonly children: number;
  /** Shards in which this pass or an earlier one may have staged rows. */
  readonly shards: number;
  readonly isAwaited: boolean;
}

/** Puts on the record what the pass is about to do. False when a repeated invocation finds that done. */
export async function beginPass(pass: Pass, deps: PlanDependencies): Promise<boolean> {
  const { evaluationId, event } = pass;
  let counters: Counters | undefined;
  for (;;) {
    const record = await deps.runs.read(evaluationId);
    if (record.pass_id === passId(event) && record.batch_size > 0) return false;
    refuseIfTaken(record, pass);
    counters ??= await countersBefore(record, pass, deps);
    if (await deps.runs.replace(record, begun(record, pass, counters))) return true;
  }
}

/**
 * The counters start from the rows that stand, without those about to be called, so that they add up to the total
 * again when this pass is done. A batch job's record knows them exactly; of other runs the tables are asked.
 */
async function countersBefore(record: RunRecord, pass: Pass, deps: PlanDependencies): Promise<Counters> {
  const { planned, calledAgain } = pass;
  const { round } = pass.chosen;
  if (round === 'first') return NOTHING_COUNTED;
  const standing = isJob(record) ? sumOf([record]) : await standingCounters(pass, deps);
  return {
    ...standing,
    failed: standing.failed - (round === 'retry' ? planned : calledAgain),
    unknown: standing.unknown - calledAgain,
    skipped: round === 'resume' ? 0 : standing.skipped,
  };
}

/** What the tables tell: all but the calls that were made. */
async function standingCounters({ evaluationId, event }: Pass, deps: PlanDependencies): Promise<Counters> {
  const [row] = await runQuery(countSettled(latestResults(deps.tables, evaluationId)), {
    ...deps,
    token: passId(event),
  });
  const names = Object.keys(NOTHING_COUNTED) as (keyof Counters)[];
  return Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Counters;
}

/** Another execution may have begun, or been told to begin, since the run was chosen. */
function refuseIfTaken(record: RunRecord, { chosen: { found }, event }: Pass): void {
  if (!found || record.pass_id === passId(event)) return;
  const isOurs = record.execution_arn === event.execution.id || record.execution_arn === found.execution_arn;
  if (record.pass_id !== found.pass_id || !isOurs) throw stillActive(record);
}

function begun(
  record: RunRecord,
  { chosen, event, total, planned, calledAgain, batchRows, children, shards, isAwaited }: Pass,
  counters: Counters,
): RunRecord {
  // Money spent and calls made on attempts that no longer stand in the table were spent and made all the same.
  const { bulk_calls, individual_calls, throttled, waited_ms } = record;
  const { round } = chosen;
  const made = round === 'first' ? {} : { bulk_calls, individual_calls, throttled, waited_ms };
  const before = { ...counters, ...made, cost_usd: Math.max(counters.cost_usd, record.cost_usd) };
  const now = new Date().toISOString();
  // Whoever was told of this execution before may have paused or cancelled it meanwhile.
  const isHandedOver = record.execution_arn === event.execution.id;
  // A run that was halted or cancelled is still that when its answers are scored again.
  const isKept = round === 'score' && (record.status === 'halted' || record.status === 'cancelled');
  const status = isKept ? record.status : isHandedOver ? begunStatus(record.status) : 'running';
  const { reason, halted_by, cancel_now, paused_at, stopped_from_outside, summary, figures, finished_at } = record;
  return {
    evaluation_id: record.evaluation_id,
    kind: record.kind,
    name: record.name,
    tags: record.tags,
    status,
    ...(status !== 'running' && { reason, halted_by, cancel_now, paused_at }),
    // Its execution was stopped while the rows were counted: it stays closed, or to be closed, until a redrive takes it up.
    ...(isHandedOver && stopped_from_outside && { stopped_from_outside, summary, figures, finished_at }),
    dataset_id: chosen.datasetId,
    experiment_id: chosen.experimentId,
    target_name: chosen.targetName,
    execution_mode: chosen.config.executionMode,
    config: JSON.stringify(chosen.config),
    attempt: chosen.attempt,
    round,
    pass_id: passId(event),
    execution_arn: event.execution.id,
    ...(isHandedOver && { pass_input: record.pass_input }),
    items_key: record.items_key,
    request_hash: record.request_hash,
    asker_id: record.asker_id,
    judge_of: record.judge_of,
    judge_runs: record.judge_runs,
    judged: record.judged,
    scoring_cost_usd: record.scoring_cost_usd,
    row_limit: chosen.limit,
    estimate_limit: chosen.estimateLimit,
    total,
    planned,
    ...(calledAgain > 0 && { called_again: calledAgain }),
    batch_size: batchRows,
    is_awaited: isAwaited,
    shards,
    max_concurrency: chosen.maxConcurrency,
    children,
    ...before,
    before,
    started_at: record.started_at,
    pass_started_at: now,
    ...workOf(record, { event, round }, now),
    updated_at: now,
  };
}

/** One execution is one piece of work; the pass that retryFailed adds belongs to it. */
function workOf(record: RunRecord, { event, round }: { event: PlanEvent; round: Round }, now: string) {
  const { started_at, work_started_at = started_at, worked_ms } = record;
  if (round === 'first') return { work_started_at: started_at };
  if (event.retryPass) return { work_started_at, worked_ms };
  return { work_started_at: record.pass_requested_at ?? now, worked_ms: summaryOf(record)?.totalWorkMs ?? worked_ms };
}

const begunStatus = (status: RunStatus): RunStatus => (status === 'pending' ? 'running' : status);
