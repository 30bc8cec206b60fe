import type { CallerRun } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { Counters } from '../../contracts/run-record.ts';
import { stopReason } from '../../core/stop-reason.ts';
import type { BatchTally } from './batch-tally.ts';
import type { RunWatch } from './run-watch.ts';

export const hasPolicy = ({ budgetLimit, stopOnError }: CallerRun): boolean =>
  typeof budgetLimit === 'number' || stopOnError !== 'continue';

/**
 * Halts the run if its budget or stop policy asks for it after these rows, or calls of others that are called again.
 * @param pass what the whole pass has come to, these rows included
 */
export async function holdToPolicy(
  run: CallerRun,
  pass: Counters,
  rows: readonly ResultRow[],
  watch: RunWatch,
): Promise<void> {
  const totals = { failures: pass.failed, costUsd: watch.spentBefore + pass.cost_usd };
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
  #checking: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(run: CallerRun, watch: RunWatch) {
    this.#run = run;
    this.#watch = watch;
  }

  /** Without a policy there is nothing to wait for. */
  get applies(): boolean {
    return hasPolicy(this.#run);
  }

  /** @param rows none where calls have cost something whose rows are called again */
  settled(rows: readonly ResultRow[], tally: BatchTally): void {
    if (!this.applies) return;
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
        await holdToPolicy(this.#run, await tally.ofPass(), rows, this.#watch);
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#checking = undefined;
    }
  }
}
