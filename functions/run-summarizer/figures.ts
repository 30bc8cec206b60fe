import { runQuery } from '../../client/athena/run-query.ts';
import { evaluatorsOf } from '../../contracts/run-evaluators.ts';
import type { Summary } from '../../contracts/summary.ts';
import { cutText } from '../../core/cut-text.ts';
import { nameMissing } from '../../core/sql/unload-dataset.ts';
import { RunFigures } from '../../domain/results/run-figures.ts';
import type { RunRecord, RunStatus } from '../../domain/run-records/run-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';
import { indexRows } from './index-rows.ts';

/** A run's figures as they stand in the results table. */
export type Figures = Omit<Summary, 'status' | 'reason'>;

export async function figuresOf(record: RunRecord, deps: SummarizerDependencies): Promise<Figures> {
  const figures = new RunFigures(evaluatorsOf(record));
  await indexRows(record, (row) => figures.add(row), deps);
  const { unknown, ...found } = figures.end(repeatsOf(record));
  return {
    ...whatRan(record),
    total: record.total,
    ...found,
    ...unknownOf({ ...record, unknown }),
    ...(record.scoring_cost_usd && { scoringCostUsd: record.scoring_cost_usd }),
    ...timesOf(record),
    ...callsOf(record),
  };
}

const repeatsOf = ({ config }: RunRecord): number | string => {
  const { executor } = JSON.parse(config) as { executor?: { repeats?: number | string } };
  return executor?.repeats ?? 1;
};

/** As the record has counted them, when no query is made. */
export const figuresOfRecord = (record: RunRecord): Figures => ({
  ...whatRan(record),
  total: record.total,
  succeeded: record.succeeded,
  failed: record.failed,
  skipped: record.skipped,
  ...unknownOf(record),
  latencyMs: {},
  tokens: { prompt: record.prompt_tokens, completion: record.completion_tokens, total: record.total_tokens },
  costUsd: record.cost_usd,
  priced: record.priced,
  ...timesOf(record),
  ...callsOf(record),
  errors: {},
});

const unknownOf = ({ unknown, called_again }: RunRecord): Partial<Summary> => ({
  ...(unknown > 0 && { unknown }),
  ...(called_again && { calledAgain: called_again }),
});

/** Since the run began, by the last execution alone, and by all of them. */
function timesOf({ started_at, work_started_at = started_at, worked_ms = 0 }: RunRecord) {
  const since = (time: string) => Math.max(0, Date.now() - Date.parse(time));
  const workMs = since(work_started_at);
  return { durationMs: since(started_at), workMs, totalWorkMs: worked_ms + workMs };
}

const callsOf = (record: RunRecord) => ({
  bulkCallsMade: record.bulk_calls,
  individualCallsMade: record.individual_calls,
  throttled: record.throttled,
  waitedMs: record.waited_ms,
});

const whatRan = (record: RunRecord): Pick<Summary, 'evaluationId' | 'datasetId' | 'targetName' | 'haltedBy'> => ({
  ...(record.status === 'halted' && record.halted_by && { haltedBy: record.halted_by }),
  evaluationId: record.evaluation_id,
  ...(record.dataset_id && { datasetId: record.dataset_id }),
  ...(record.target_name && { targetName: record.target_name }),
});

const MOST_NAMED = 5;

/** How a run that nobody stopped has ended. Halted and cancelled runs keep their status. */
export async function endStatus(
  record: RunRecord,
  figures: Figures,
  deps: SummarizerDependencies,
): Promise<{ status: RunStatus; reason?: string }> {
  if (record.status === 'halted' || record.status === 'cancelled') {
    return { status: record.status, reason: record.reason };
  }
  const missing = record.total - figures.succeeded - figures.failed - figures.skipped;
  if (missing > 0) {
    const named = await missingRows(record, deps);
    return {
      status: 'failed',
      reason: `${missing} of ${record.total} rows have no result: ${named}${missing > MOST_NAMED ? ' …' : ''}. Call them with: rollcall resume ${record.evaluation_id}`,
    };
  }
  return { status: 'completed' };
}

async function missingRows(record: RunRecord, deps: SummarizerDependencies): Promise<string> {
  const { evaluation_id: evaluationId, dataset_id: datasetId, row_limit: limit } = record;
  const sql = nameMissing(deps.tables, { evaluationId, datasetId, limit, repeats: repeatsOf(record) }, MOST_NAMED);
  const rows = await runQuery(sql, { ...deps, token: `${record.pass_id} ${Date.now()}` });
  return rows.map((row) => cutText(row.sample_id ?? '', 100)).join(', ');
}
