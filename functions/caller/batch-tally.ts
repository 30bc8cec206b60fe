import type { CallerEvent } from '../../contracts/caller.ts';
import type { ShownJob } from '../../contracts/job-record.ts';
import type { Pacing } from '../../contracts/rate-limit.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { earlyOutcome } from '../../core/early-stop.ts';
import { isUnknown } from '../../core/on-unknown.ts';
import { money } from '../../core/result-row.ts';
import type { MadeCalls, Retry } from '../../domain/run-log/log-entry.ts';
import { type BatchCounts, batchCountsKey } from '../../domain/run-records/batch-counts.ts';
import { type Counters, NOTHING_COUNTED } from '../../domain/run-records/run-record.ts';
import type { BatchCountsStore, NewCounts } from '../../domain/run-records/store/batch-counts.ts';
import { latestOf, outcomesOf, sumOf } from '../../domain/run-records/store/batch-counts.ts';

const A_MOMENT_MS = 500;

/** What a whole pass has come to, and the different outcomes of its rows. */
export type PassTotals = Counters & { readonly outcomes: ReadonlySet<string> };

/** Counts the settled rows of one batch, and tells what the whole pass has come to. */
export class BatchTally {
  readonly #store: BatchCountsStore;
  readonly #event: CallerEvent;
  #counters: Counters;
  #entries: number;
  readonly #outcomes: Set<string>;
  #inFlight = 0;
  #pacing: Pacing | undefined;
  #settledAt: string | undefined;
  #dueAt: string | undefined;
  #unreachable: string | undefined;
  #jobs: readonly ShownJob[] = [];
  #written = '';
  #writtenAt = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    store: BatchCountsStore,
    event: CallerEvent,
    counters: Counters,
    { entries = 0, outcomes, settled_at }: Partial<BatchCounts> = {},
  ) {
    this.#store = store;
    this.#event = event;
    this.#counters = counters;
    this.#entries = entries;
    this.#outcomes = new Set(outcomes);
    this.#settledAt = settled_at;
  }

  /** @param isFirst nothing of the batch can have been counted yet */
  static async open(store: BatchCountsStore, event: CallerEvent, isFirst: boolean): Promise<BatchTally> {
    const { run, batch } = event;
    const known = isFirst ? undefined : await store.read(run.evaluationId, run.attempt, batch.index);
    return new BatchTally(store, event, known ? sumOf([known]) : NOTHING_COUNTED, known);
  }

  /** Log entries before this number are counted. */
  get entries(): number {
    return this.#entries;
  }

  get settled(): number {
    const { succeeded, failed, skipped } = this.#counters;
    return succeeded + failed + skipped;
  }

  /** Counts the rows and calls of an entry; entries come in the order of their numbers. */
  add(
    number: number,
    rows: readonly ResultRow[],
    { bulk = 0, individual = 0, throttled = 0, retriedUsd = 0 }: Partial<MadeCalls> = {},
  ): void {
    if (number < this.#entries) return;
    const made = {
      ...NOTHING_COUNTED,
      bulk_calls: bulk,
      individual_calls: individual,
      throttled,
      cost_usd: retriedUsd,
    };
    const sum = sumOf([this.#counters, made, ...rows.map(countersOf)]);
    // What is counted and taken back again leaves nothing behind.
    this.#counters = { ...sum, cost_usd: money(sum.cost_usd) };
    this.#entries = number + 1;
    if (rows.length > 0) this.#settledAt = new Date().toISOString();
    if (!this.#event.run.earlyStop) return;
    for (const row of rows) if (row.status !== 'skipped') this.#outcomes.add(earlyOutcome(row));
  }

  /** How calls are paced from now on. */
  set pacing(pacing: Pacing | undefined) {
    this.#pacing = pacing;
  }

  /** Rows that are called again, from now on. */
  set retries(retries: readonly Retry[]) {
    this.#dueAt = latestOf(retries.map(({ notBefore }) => notBefore));
  }

  /** Why the last call found no connection to the target, if so. */
  set unreachable(reason: string | undefined) {
    this.#unreachable = reason;
  }

  /** Bulk jobs that rows wait for from now on. */
  set jobs(jobs: readonly ShownJob[]) {
    this.#jobs = jobs;
  }

  /**
   * Writes the counts, unless they were written a moment ago. That they are written again, the same, tells that the
   * batch is still worked on. Writes follow each other, so that the last one stands.
   */
  write(state: NewCounts['state'], inFlight = this.#inFlight): Promise<void> {
    this.#inFlight = inFlight;
    this.#writing = this.#writing.catch(() => {}).then(() => this.#put(state, inFlight));
    return this.#writing;
  }

  async #put(state: NewCounts['state'], inFlight: number): Promise<void> {
    const { run, batch } = this.#event;
    const pacing = state === 'done' ? undefined : this.#pacing;
    const entries = this.#entries;
    const counts: NewCounts = {
      ...this.#counters,
      entries,
      in_flight: inFlight,
      state,
      ...(pacing && { pacing }),
      ...(this.#settledAt && { settled_at: this.#settledAt }),
      ...(state !== 'done' && this.#dueAt && { due_at: this.#dueAt }),
      ...(this.#unreachable && { unreachable: this.#unreachable }),
      ...(this.#outcomes.size > 0 && { outcomes: this.#outcomes }),
      ...this.#openJobs(state),
    };
    const text = JSON.stringify(counts);
    if (text === this.#written && Date.now() - this.#writtenAt < A_MOMENT_MS) return;
    await this.#store.write(run.evaluationId, run.attempt, batch.index, counts);
    this.#written = text;
    this.#writtenAt = Date.now();
  }

  #openJobs(state: NewCounts['state']): Pick<NewCounts, 'jobs'> {
    return state === 'done' || this.#jobs.length === 0 ? {} : { jobs: [...this.#jobs] };
  }

  /** What all batches of the pass have come to, this one as it stands here. */
  async ofPass(): Promise<PassTotals> {
    const { run, batch } = this.#event;
    const own = batchCountsKey(run.attempt, batch.index);
    const all = await this.#store.list(run.evaluationId, run.attempt);
    const others = all.filter((one) => one.batch !== own);
    const outcomes = outcomesOf([{ outcomes: this.#outcomes }, ...others]);
    return { ...sumOf([this.#counters, ...others]), outcomes };
  }
}

export const countersOf = (row: ResultRow): Counters => ({
  ...NOTHING_COUNTED,
  [row.status]: 1,
  unknown: isUnknown(row) ? 1 : 0,
  latency_ms_sum: row.latency_ms ?? 0,
  prompt_tokens: row.prompt_tokens ?? 0,
  completion_tokens: row.completion_tokens ?? 0,
  total_tokens: row.total_tokens ?? 0,
  cost_usd: row.cost_usd ?? 0,
  priced: row.cost_usd === null ? 0 : 1,
  waited_ms: row.waited_ms ?? 0,
});

/** An agent's row is called by itself, and counted when it is settled. */
export const countersOfAgent = (row: ResultRow, throttled: number): Counters => ({
  ...countersOf(row),
  individual_calls: row.calls,
  throttled,
});
