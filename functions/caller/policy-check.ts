import type { CallerRun } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { earlyOutcome, mayStopEarly } from '../../core/early-stop.ts';
import { stopReason } from '../../core/stop-reason.ts';
import type { BatchTally, PassTotals } from './batch-tally.ts';
import type { RunWatch } from './run-watch.ts';

const hasPolicy = ({ budgetLimit, stopOnError }: CallerRun): boolean =>
  typeof budgetLimit === 'number' || stopOnError !== 'continue';

/** Whether this row may halt its run, as far as the row itself tells. */
export const concerns = (run: CallerRun, row: ResultRow): boolean =>
  hasPolicy(run) || (run.earlyStop && mayStopEarly(new Set([earlyOutcome(row)])));

/**
 * Halts the run if its budget or stop policy asks for it after these rows, or calls of others that are called again.
 * @param pass what the whole pass has come to, these rows included
 */
export async function holdToPolicy(
  run: CallerRun,
  pass: PassTotals,
  rows: readonly ResultRow[],
  watch: RunWatch,
): Promise<void> {
  const { failed: failures, succeeded, outcomes } = pass;
  const totals = { failures, costUsd: watch.spentBefore + pass.cost_usd, called: succeeded + failures, outcomes };
  const reason = stopReason(run, totals, rows);
  if (reason && watch.standing.state !== 'over') await watch.halt(reason.message, reason.kind);
}

/**
 * Holds a run to its budget and stop policy: after each group of rows that were called the totals of the whole pass are
 * taken, and no row starts before that. Groups that settle while totals are taken share the next ones.
 */
export class PolicyCheck {
  readonly #run: CallerRun;
  readonly #watch: RunWatch;
  #settled: ResultRow[] = [];
  #isDue = false;
  /** A row came to something else, so the run is not stopped early. */
  #isPastEarly = false;
  #checking: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(run: CallerRun, watch: RunWatch) {
    this.#run = run;
    this.#watch = watch;
  }

  /** Without a policy there is nothing to wait for. */
  get applies(): boolean {
    return hasPolicy(this.#run) || (this.#run.earlyStop && !this.#isPastEarly);
  }

  /** @param rows none where calls have cost something whose rows are called again */
  settled(rows: readonly ResultRow[], tally: BatchTally): void {
    if (!this.applies) return;
    // The totals are taken once more then: other batches have to know.
    if (!rows.every((row) => concerns(this.#run, row))) this.#isPastEarly = true;
    this.#settled.push(...rows);
    this.#isDue = true;
    this.#checking ??= this.#check(tally);
  }

  /** Resolves when every group so far is in the totals; throws when they could not be taken. */
  async upToDate(): Promise<void> {
    while (this.#checking) await this.#checking;
    if (this.#failure) throw this.#failure.error;
  }

  async #check(tally: BatchTally): Promise<void> {
    try {
      while (this.#isDue) {
        this.#isDue = false;
        const rows = this.#settled.splice(0);
        await tally.write('running');
        const pass = await tally.ofPass();
        if (!mayStopEarly(pass.outcomes)) this.#isPastEarly = true;
        await holdToPolicy(this.#run, pass, rows, this.#watch);
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#checking = undefined;
    }
  }
}
