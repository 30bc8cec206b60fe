import type { CallerRun, EndpointRun, NormalizedAnswer } from '../contracts/caller.ts';
import type { DatasetRow } from '../contracts/dataset-row.ts';
import type { Figure } from '../contracts/figures.ts';
import type { ResultRow, RowStatus } from '../contracts/result-row.ts';
import { cleanText } from './clean-text.ts';
import { cutText } from './cut-text.ts';
import { billedModel } from './named-models.ts';
import { isPlausible, notesOn } from './normalize/plausible.ts';
import { passedByExpected } from './passed-by-expected.ts';
import { priceOf } from './pricing.ts';

/** What became of a row, before it is written down. */
export interface Settlement {
  readonly status: RowStatus;
  /** Calls made in this attempt. */
  readonly calls: number;
  readonly answer?: Partial<NormalizedAnswer>;
  readonly error?: { readonly name: string; readonly message: string; readonly errorClass: string | null };
  readonly traceRef?: string;
  /** What the target got. */
  readonly request?: string;
  /** What earlier calls of this attempt have cost, as far as known. */
  readonly spentUsd?: number;
  /** What one of them said and cannot be, so that what the row has cost is not known. */
  readonly setAside?: string;
  /** Calls that the target turned away, and milliseconds the row has waited for its rate limit. */
  readonly turnedAway?: number;
  readonly waitedMs?: number;
  /** It was called together with others. */
  readonly isBulk?: boolean;
  /** What a reader of the row should know all the same. */
  readonly notes?: readonly string[];
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** A message is for reading; the whole body of an error answer is in `full_response`. */
const LONGEST_MESSAGE = 4_096;
/** A request is kept for people to look at. */
const LONGEST_REQUEST = 1_000_000;

export function buildResultRow(run: CallerRun, row: DatasetRow, settled: Settlement): ResultRow {
  const { answer = {}, error } = settled;
  const cost = costOf(run, settled);
  const latencyMs = answer.latencyMs === undefined ? undefined : Math.max(0, answer.latencyMs);
  const saidCost = isPlausible('cost_usd', answer.costUsd ?? 0) ? cost : answer.costUsd;
  const notes = notesOn({ ...tokensOf(answer), latency_ms: latencyMs, cost_usd: saidCost });
  const compared = {
    status: settled.status,
    expected: clean(row.expected),
    actual_output: settled.status === 'succeeded' ? clean(answer.actualOutput) : null,
  };
  return {
    evaluation_id: run.evaluationId,
    sample_id: row.sample_id,
    row_index: row.row_index,
    dataset_id: run.datasetId,
    experiment_id: clean(run.experimentId),
    target_name: clean(run.targetName),
    execution_mode: run.executionMode,
    status: compared.status,
    attempt: run.attempt,
    attempts: (row.previous_attempts ?? 0) + (settled.calls > 0 ? 1 : 0),
    calls: settled.calls,
    input: clean(row.input),
    expected: compared.expected,
    metadata: clean(row.metadata),
    actual_output: compared.actual_output,
    full_response: clean(answer.fullResponseBody),
    provider_name: clean(answer.providerName),
    model_name: clean(answer.modelName),
    prompt_tokens: whole('prompt_tokens', answer.promptTokens),
    completion_tokens: whole('completion_tokens', answer.completionTokens),
    total_tokens: whole('total_tokens', answer.totalTokens),
    latency_ms: whole('latency_ms', latencyMs),
    cost_usd: isPlausible('cost_usd', cost) ? money(cost) : null,
    error_class: error?.errorClass ?? null,
    error_name: error?.name ?? null,
    error_message: messageOf(error?.message, [
      ...(settled.setAside ? [settled.setAside] : []),
      ...notes,
      ...(settled.notes ?? []),
    ]),
    scores: null,
    passed: run.isScored ? null : passedByExpected(compared),
    trace_ref: clean(settled.traceRef),
    started_at: settled.startedAt,
    finished_at: settled.finishedAt,
    request: requestOf(row, settled),
    trial: row.trial ?? 0,
    call_mode: settled.calls === 0 ? null : settled.isBulk ? 'bulk' : 'individual',
    waited_ms: settled.waitedMs === undefined ? null : Math.round(settled.waitedMs),
    variant: '',
    first_token_ms: answer.firstTokenMs === undefined ? null : Math.round(answer.firstTokenMs),
  };
}

type PricedRun = Partial<Pick<EndpointRun, 'prices' | 'inputMapping' | 'model'>> & {
  readonly endpoint?: { readonly url: string };
};

/** What the answer says, else its tokens at the model's price; nothing when that cannot be. */
export function costOfCall(run: PricedRun, answer: Partial<NormalizedAnswer>): number | undefined {
  const { prices, endpoint, inputMapping, model } = run;
  const usage = { ...answer, modelName: billedModel({ url: endpoint?.url, inputMapping, model }, answer.modelName) };
  const cost = isPlausible('cost_usd', answer.costUsd) ? answer.costUsd : priceOf(usage, prices ?? []);
  return isPlausible('cost_usd', cost) ? cost : undefined;
}

const tokensOf = ({ promptTokens, completionTokens, totalTokens }: Partial<NormalizedAnswer>) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: totalTokens,
});

/** Why what a call has cost is not known although its answer spoke of it. */
export function setAsideBy(
  run: PricedRun & Pick<CallerRun, 'assumeCostPerRow'>,
  answer: Partial<NormalizedAnswer>,
): string | undefined {
  if (typeof run.assumeCostPerRow === 'number' || costOfCall(run, answer) !== undefined) return undefined;
  return notesOn({ ...tokensOf(answer), cost_usd: answer.costUsd }).join(' ') || undefined;
}

/** The last call and those before it; where the answer says nothing, what the configuration assumes of every row called. */
function costOf(run: CallerRun, { answer = {}, calls, spentUsd, setAside }: Settlement): number | undefined {
  if (calls === 0 || setAside || setAsideBy(run, answer)) return undefined;
  const last = costOfCall(run, answer) ?? run.assumeCostPerRow ?? undefined;
  return last === undefined ? spentUsd : last + (spentUsd ?? 0);
}

const whole = (figure: Figure, value: number | undefined): number | null =>
  isPlausible(figure, value) ? Math.round(value) : null;

/** To a millionth of a millionth of a dollar: DynamoDB, which adds it up, takes 38 digits and nothing below 1e-130. */
export const money = (usd: number): number => Number(usd.toFixed(12));

/** What was set aside stands in the message, of a row that succeeded too: the table has no other place for a note. */
function messageOf(message: string | undefined, notes: readonly string[]): string | null {
  if (message === undefined && notes.length === 0) return null;
  return [...(message === undefined ? [] : [shorten(clean(message) ?? '')]), ...notes].join(' ');
}

const clean = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : cleanText(text);

const shorten = (text: string, longest = LONGEST_MESSAGE): string =>
  text.length <= longest ? text : `${cutText(text, longest - 60)}… (${text.length} characters in all)`;

const requestOf = ({ input }: DatasetRow, { request }: Settlement): string | null =>
  request === undefined || request === input ? null : shorten(clean(request) ?? '', LONGEST_REQUEST);
