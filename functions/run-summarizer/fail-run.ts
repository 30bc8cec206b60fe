import { evaluationIdSchema } from '../../contracts/ids.ts';
import { NO_FIGURES, recordedSummary, type Summary } from '../../contracts/summary.ts';
import { pendingRecord } from '../../domain/run-records/pending-record.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { closeRecord } from './close-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';
import { type Figures, figuresOf, figuresOfRecord } from './figures.ts';
import { loadStaged } from './load-staged.ts';

/** A step of the run could not go on. */
export interface RunFailure {
  readonly input: unknown;
  readonly execution: { readonly id: string; readonly name: string; readonly startTime: string };
  readonly failure: { readonly Error?: string; readonly Cause?: string };
}

/** Ends the run as `failed` and says why. Rows already staged are loaded as far as that is still possible. */
export async function failRun(event: RunFailure, deps: SummarizerDependencies): Promise<Summary> {
  const reason = reasonOf(event.failure);
  const evaluationId = evaluationIdOf(event);
  for (;;) {
    const record = await deps.runs.find(evaluationId);
    if (!record || record.execution_arn !== event.execution.id)
      return recordRefusedRun(event, evaluationId, reason, deps);
    const figures = await loadWhatIsThere(record, deps);
    const summary: Summary = { ...figures, status: 'failed', reason };
    if (await closeRecord(record, summary, deps)) return summary;
  }
}

/** Lambda errors reach the state machine as JSON in the Cause. */
function reasonOf({ Error: name = 'Unknown', Cause: cause = '' }: RunFailure['failure']): string {
  try {
    return `${name}: ${JSON.parse(cause).errorMessage ?? cause}`;
  } catch {
    return cause ? `${name}: ${cause}` : name;
  }
}

function evaluationIdOf(event: RunFailure): string {
  const given = (event.input as { evaluationId?: unknown } | null)?.evaluationId;
  const id = evaluationIdSchema.safeParse(given);
  return id.success ? id.data : event.execution.name;
}

/** Athena may be the very thing that failed; then the record's own counters have to do. */
async function loadWhatIsThere(record: RunRecord, deps: SummarizerDependencies): Promise<Figures> {
  try {
    await loadStaged(record, deps);
    return await figuresOf(record, deps);
  } catch {
    return figuresOfRecord(record);
  }
}

/** The run was refused before it had a record of its own; it gets one under a name nobody else has. */
async function recordRefusedRun(
  event: RunFailure,
  evaluationId: string,
  reason: string,
  deps: SummarizerDependencies,
): Promise<Summary> {
  const input = (event.input ?? {}) as {
    datasetId?: unknown;
    estimate?: unknown;
    config?: { executionMode?: unknown };
  };
  const datasetId = typeof input.datasetId === 'string' ? input.datasetId : '';
  const now = new Date().toISOString();
  const durationMs = Math.max(0, Date.now() - Date.parse(event.execution.startTime));
  const summary: Summary = {
    evaluationId,
    ...(datasetId && { datasetId }),
    status: 'failed',
    reason,
    ...NO_FIGURES,
    ...{ durationMs, workMs: durationMs, totalWorkMs: durationMs },
  };
  const record: RunRecord = {
    ...pendingRecord({
      evaluationId,
      kind: input.estimate ? 'estimate' : 'evaluation',
      config: { ...input.config, executionMode: modeOf(input.config?.executionMode) },
      datasetId,
      targetName: '',
      maxConcurrency: 0,
      executionArn: event.execution.id,
      startedAt: event.execution.startTime,
    }),
    status: 'failed',
    reason,
    attempt: 0,
    finished_at: now,
  };
  return putUnlessTaken(record, summary, deps);
}

const modeOf = (mode: unknown): RunRecord['execution_mode'] =>
  mode === 'agent' || mode === 'tool' ? mode : 'endpoint';

/** An id that belongs to another run stays with that run; the refused execution is recorded under its own name. */
async function putUnlessTaken(record: RunRecord, summary: Summary, deps: SummarizerDependencies): Promise<Summary> {
  const name = record.execution_arn.slice(record.execution_arn.lastIndexOf(':') + 1);
  for (const evaluationId of new Set([record.evaluation_id, name])) {
    const own = { ...summary, evaluationId };
    const refused = { ...record, evaluation_id: evaluationId, ...recordedSummary(own) };
    if (!(await deps.runs.create(refused))) continue;
    deps.observer.ended(refused, own);
    return own;
  }
  return { ...summary, evaluationId: name };
}
