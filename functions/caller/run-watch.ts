import type { CallerEvent } from '../../contracts/caller.ts';
import { shareOf } from '../../core/plan-batches.ts';
import { batchCountsKey } from '../../domain/run-records/batch-counts.ts';
import type { HaltedBy } from '../../domain/run-records/run-record.ts';
import type { CallerPorts } from './caller-ports.ts';
import type { RunState } from './run-records.ts';
import { isTakenUpAgain, type Standing, standingOf, TAKEN_OVER } from './run-standing.ts';

/** A pause, a cancel or another concurrency is seen this much later at most. */
const LOOK_MS = 1_000;
/** After so many crashes one after another, rows are called one at a time: one of them is the cause. */
const CAREFUL_AFTER = 2;

/** Keeps an eye on the run while its rows are called: whether rows may start, and how many at once. */
export class RunWatch {
  readonly #event: CallerEvent;
  readonly #ports: CallerPorts;
  #standing: Standing = { state: 'going', name: '', reason: '' };
  #share = 1;
  #most = 1;
  #children = 1;
  /** What was spent before this pass. */
  #spentBefore = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(event: CallerEvent, ports: CallerPorts) {
    this.#event = event;
    this.#ports = ports;
  }

  get standing(): Standing {
    return this.#standing;
  }

  get share(): number {
    return this.#share;
  }

  /** Rows of the whole run that may be in flight. */
  get most(): number {
    return this.#most;
  }

  /** Batches of the run that are worked on at the same time. */
  get children(): number {
    return this.#children;
  }

  get spentBefore(): number {
    return this.#spentBefore;
  }

  async look(): Promise<void> {
    const { run } = this.#event;
    let record = await this.#ports.runs.read(run.evaluationId);
    if (isTakenUpAgain(this.#event, record) && (await this.#ports.runs.takeUp(run.evaluationId))) {
      record = await this.#ports.runs.read(run.evaluationId);
    }
    const standing = standingOf(run, record);
    this.#spentBefore = record?.before?.cost_usd ?? 0;
    this.#most = record?.max_concurrency ?? 1;
    this.#children = record?.children ?? 1;
    if (record) this.#share = await this.#shareOf(record);
    // A run resumed with nothing left has no row that spends the last of it.
    if (standing.halts) await this.halt(standing.reason, 'budget');
    else if (this.#standing.state !== 'over') this.#standing = standing;
  }

  /** Stops the run from starting rows, here at once. */
  async halt(reason: string, kind: HaltedBy): Promise<void> {
    const { run } = this.#event;
    this.#standing = { state: 'over', name: 'RunHalted', reason };
    if (await this.#ports.runs.halt(run.evaluationId, reason, kind)) this.#ports.observer.halted(run, kind);
  }

  /** The batch's log says so before the record does. */
  takenOver(): void {
    this.#standing = TAKEN_OVER;
  }

  /** Looks again and again, and tells each time. A look that fails is made up for by the next. */
  start(looked: () => void): void {
    const again = () => {
      this.#timer = setTimeout(() => {
        this.look()
          .catch(() => {})
          .finally(() => {
            // The last look may end after the batch: nobody is told of it any more.
            if (!this.#timer) return;
            looked();
            again();
          });
      }, LOOK_MS);
    };
    again();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** With fewer rows at once than children, only the first children have one each. */
  async #shareOf({ max_concurrency: most, children = 1 }: RunState): Promise<number> {
    const { run, batch, crashes } = this.#event;
    const share = shareOf(most, children);
    if (share > 0) return crashes >= CAREFUL_AFTER ? 1 : share;
    const own = batchCountsKey(run.attempt, batch.index);
    const all = await this.#ports.counts.list(run.evaluationId, run.attempt);
    const before = all.filter((one) => one.state !== 'done' && one.batch < own).length;
    return before < most ? 1 : 0;
  }
}
