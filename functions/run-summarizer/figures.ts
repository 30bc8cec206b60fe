import { type QueryRow, runQuery } from '../../client/athena/run-query.ts';
import { ERROR_CLASSES } from '../../contracts/errors.ts';
import { nameOf } from '../../contracts/evaluators.ts';
import { HUMAN } from '../../contracts/human.ts';
import { evaluatorsOf } from '../../contracts/run-evaluators.ts';
import type { Summary } from '../../contracts/summary.ts';
import { cutText } from '../../core/cut-text.ts';
import { passRateOf } from '../../core/pass-rate.ts';
import { agreementOf, type MarkedRow } from '../../core/scoring/agreement.ts';
import { scoreFigures } from '../../core/scoring/score-figures.ts';
import { verdictsIn } from '../../core/scoring/verdicts.ts';
import { type Called, failedColumn, LATENCY_SHARES, loadedResults, summarize } from '../../core/sql/summarize.ts';
import { selectMarked, summarizeScores } from '../../core/sql/summarize-scores.ts';
import { passRatesByTrial, summarizeTrials } from '../../core/sql/summarize-trials.ts';
import { countRowsCalled, summarizeVariants } from '../../core/sql/summarize-variants.ts';
import { nameMissing } from '../../core/sql/unload-dataset.ts';
import { standardDeviation } from '../../core/statistics/power.ts';
import { rateInterval } from '../../core/statistics/share-interval.ts';
import { trialFigures } from '../../core/statistics/trials.ts';
import type { RunRecord, RunStatus } from '../../domain/run-records/run-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';

/** A run's figures as they stand in the results table. */
export type Figures = Omit<Summary, 'status' | 'reason'>;

export async function figuresOf(record: RunRecord, deps: SummarizerDependencies): Promise<Figures> {
  // The table changes between invocations, so the time is part of the token: each asks anew.
  const options = { ...deps, token: `${record.pass_id} ${Date.now()}` };
  const evaluators = evaluatorsOf(record);
  const names = [...evaluators.map(nameOf), HUMAN];
  const [[row], [scores]] = await Promise.all([
    runQuery(summarize(loadedResults(deps.tables, record.evaluation_id), calledBy(record)), options),
    evaluators.length > 0 ? runQuery(summarizeScores(deps.tables, record.evaluation_id, evaluators), options) : [],
  ]);
  const figure = (name: string): number => Number(row?.[name] ?? 0);
  const scored = scoreFigures(names, scores);
  const marked = scored.scores?.[HUMAN] ? await runQuery(selectMarked(deps.tables, record.evaluation_id), options) : [];
  const [passed, compared] = [figure('passed'), figure('compared')];
  const { passRateInterval = rateInterval(passed, compared), ...trials } = await trialsOf(record, deps, options.token);
  return {
    ...whatRan(record),
    total: record.total,
    succeeded: figure('succeeded'),
    failed: figure('failed'),
    skipped: figure('skipped'),
    ...unknownOf({ ...record, unknown: figure('unknown') }),
    ...(figure('of_variants') > 0 && (await variantsOf(record, deps, options.token))),
    ...passRateOf({
      passedBy: evaluators.length > 0 ? 'scores' : 'expected',
      compared,
      passed,
      wrong: figure('wrong'),
    }),
    ...(passRateInterval && { passRateInterval }),
    ...scored,
    ...(marked.length > 0 && { agreement: agreementOf(marked.map(markedRow)) }),
    ...trials,
    latencyMs: latency(row),
    ...latencyIntervals(row),
    tokens: {
      prompt: figure('prompt_tokens'),
      completion: figure('completion_tokens'),
      total: figure('total_tokens'),
    },
    costUsd: figure('cost_usd'),
    priced: figure('priced'),
    ...(record.scoring_cost_usd && { scoringCostUsd: record.scoring_cost_usd }),
    ...timesOf(record),
    ...callsOf(record),
    errors: Object.fromEntries(
      ERROR_CLASSES.map((name) => [name, figure(failedColumn(name))] as const).filter(([, failed]) => failed > 0),
    ),
  };
}

const markedRow = ({ row_index, scores }: QueryRow): MarkedRow => ({
  rowIndex: Number(row_index),
  verdicts: verdictsIn(scores),
});

/** How often a row passes, where rows were called several times. */
async function trialsOf(
  record: RunRecord,
  deps: SummarizerDependencies,
  token: string,
): Promise<Pick<Summary, 'trials' | 'passRateInterval'>> {
  if (repeatsOf(record) === 1) return {};
  const [groups, rates] = await Promise.all([
    runQuery(summarizeTrials(deps.tables, record.evaluation_id), { ...deps, token }),
    runQuery(passRatesByTrial(deps.tables, record.evaluation_id), { ...deps, token }),
  ]);
  const figures = trialFigures(
    groups.map(({ trials, passed, n }) => ({ trials: Number(trials), passed: Number(passed), rows: Number(n) })),
  );
  if (figures.rows === 0) return {};
  const passRates = rates
    .filter(({ compared }) => Number(compared) > 0)
    .map(({ passed, compared }) => Number(passed) / Number(compared));
  const { passRateInterval, ...trials } = figures;
  return { passRateInterval, trials: { ...trials, passRates, spread: standardDeviation(passRates) } };
}

/** Undefined where rows have trials of different number: what each latency says is not known then. */
function calledBy(record: RunRecord): Called | undefined {
  const repeats = repeatsOf(record);
  const calls = record.succeeded + record.failed;
  return typeof repeats === 'number' && calls > 0 ? { calls, rows: Math.ceil(calls / repeats) } : undefined;
}

/** Where the target has answered for several models, a row has several results. */
async function variantsOf(
  { evaluation_id: evaluationId }: RunRecord,
  deps: SummarizerDependencies,
  token: string,
): Promise<Pick<Summary, 'succeeded' | 'failed' | 'skipped' | 'variants'>> {
  const [[rows], variants] = await Promise.all([
    runQuery(countRowsCalled(deps.tables, evaluationId), { ...deps, token }),
    runQuery(summarizeVariants(deps.tables, evaluationId), { ...deps, token }),
  ]);
  return {
    succeeded: Number(rows?.succeeded),
    failed: Number(rows?.failed),
    skipped: Number(rows?.skipped),
    variants: variants.map((row) => ({
      name: row.variant ?? '',
      rows: Number(row.n),
      failed: Number(row.failed),
      passed: Number(row.passed),
      compared: Number(row.compared),
      ...(row.latency_mean && { latencyMeanMs: Math.round(Number(row.latency_mean)) }),
      tokens: Number(row.total_tokens),
      costUsd: Number(row.cost_usd),
      priced: Number(row.priced),
    })),
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

/** Rows that were never called have no latency; with none at all there is nothing to say. */
function latency(row: QueryRow | undefined): Summary['latencyMs'] {
  if (!row?.latency_mean) return {};
  return {
    mean: Math.round(Number(row.latency_mean)),
    p50: Number(row.latency_p50),
    p95: Number(row.latency_p95),
    p99: Number(row.latency_p99),
  };
}

function latencyIntervals(row: QueryRow | undefined): Pick<Summary, 'latencyIntervals'> {
  const found = Object.keys(LATENCY_SHARES).flatMap((name) => {
    const [low, high] = [row?.[`latency_${name}_low`], row?.[`latency_${name}_high`]];
    return low && high ? [[name, { low: Number(low), high: Number(high) }]] : [];
  });
  return found.length > 0 ? { latencyIntervals: Object.fromEntries(found) } : {};
}

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
