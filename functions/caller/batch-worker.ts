import { type CallerAnswer, type CallerEvent, isBulk, type Wait } from '../../contracts/caller.ts';
import { lookAgainSeconds } from '../../core/look-again.ts';
import { longestSleepMs } from '../../core/wait-or-sleep.ts';
import type { CallerPorts } from './caller-ports.ts';
import type { OpenBatch } from './open-batch.ts';
import { Pacer } from './pacer.ts';
import type { PolicyCheck } from './policy-check.ts';
import type { Work } from './row-queue.ts';
import type { RunWatch } from './run-watch.ts';
import { settleRest } from './settle-rest.ts';
import type { Target } from './target.ts';
import { openWatchedBatch, type WatchedBatch } from './watched-batch.ts';
import { WorkCaller } from './work-caller.ts';

/** Kept back from the function's time, to write down what the last rows came to. */
const CLOSING_MS = 20_000;
/** Time a caller takes, after its target's timeout, to write the row down. */
const LOST_AFTER_MS = 15_000;
/** Rows with a mapping are gathered for a bulk call until their inputs have so many times its bytes: it may leave much out. */
const GATHERED = 8;
/** How often the log is read while another invocation's rows are waited for. */
const FOLLOW_MS = 500;

/** Works on a batch: its share of rows side by side, as many as the invocation's time allows. */
export async function workBatch<Input>(
  event: CallerEvent,
  target: Target<Input>,
  ports: CallerPorts,
  remainingMs: () => number,
): Promise<CallerAnswer> {
  const watched = await openWatchedBatch(event, ports);
  return new BatchWorker(event, target, ports, remainingMs, watched).work();
}

class BatchWorker<Input> {
  readonly #event: CallerEvent;
  readonly #target: Target<Input>;
  readonly #ports: CallerPorts;
  readonly #remainingMs: () => number;
  readonly #watch: RunWatch;
  readonly #policy: PolicyCheck;
  readonly #batch: OpenBatch;
  readonly #pacer: Pacer;
  readonly #caller: WorkCaller<Input>;
  /** Calls, and the rows they are for. */
  #inFlight = 0;
  #rowsInFlight = 0;
  /** A row could start, but for the pace of calls. */
  #isHeldBack = false;
  /** Rows that were called and are being written down. */
  readonly #settling = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #wake = (): void => {};

  constructor(
    event: CallerEvent,
    target: Target<Input>,
    ports: CallerPorts,
    remainingMs: () => number,
    { watch, policy, batch }: WatchedBatch,
  ) {
    this.#event = event;
    this.#target = target;
    this.#ports = ports;
    this.#remainingMs = remainingMs;
    this.#watch = watch;
    this.#policy = policy;
    this.#batch = batch;
    this.#pacer = new Pacer({
      store: ports.rates,
      run: event.run,
      children: () => watch.children,
      maxConcurrency: () => watch.most,
      wake: () => this.#wake(),
      failed: (error) => {
        this.#failure ??= { error };
      },
    });
    this.#caller = new WorkCaller({ event, target, ports, remainingMs, batch, policy, pacer: this.#pacer });
  }

  async work(): Promise<CallerAnswer> {
    this.#watch.start(() => {
      this.#tell();
      this.#batch.tally.write('running', this.#rowsInFlight).catch(() => {});
      this.#wake();
    });
    try {
      await this.#attempt(this.#pacer.open());
      for (;;) {
        await this.#attempt(this.#startRows());
        await this.#attempt(this.#settleLost());
        if (this.#isQuiet()) break;
        await this.#change();
      }
      await this.#attempt(this.#pacer.close());
    } finally {
      this.#watch.stop();
    }
    if (this.#failure) throw this.#failure.error;
    await this.#policy.upToDate();
    if (this.#batch.progress.isClosed) this.#watch.takenOver();
    const { state, name, reason } = this.#watch.standing;
    if (state === 'over') await settleRest(this.#batch, 'skipped', { name, message: reason, errorClass: null });
    return this.#answer();
  }

  /** Rows start in row order, as many as the share allows. A call for many of them is one start. */
  async #startRows(): Promise<void> {
    this.#isHeldBack = false;
    while (this.#mayStart()) {
      await this.#policy.upToDate();
      const works = await this.#nextWorks();
      if (works.length === 0) return;
      this.#isHeldBack = !this.#pacer.isReady(this.#places, this.#callsLeft(works.length));
      if (this.#isHeldBack || !this.#mayStart()) return this.#batch.queue.giveBack(works);
      this.#inFlight += 1;
      this.#rowsInFlight += works.length;
      const freed = () => {
        this.#inFlight -= 1;
        this.#rowsInFlight -= works.length;
        this.#wake();
      };
      this.#follow(this.#caller.call(works, this.#pacer.take(), freed));
    }
  }

  /** The rows of the next call. */
  async #nextWorks(): Promise<Work[]> {
    const { queue } = this.#batch;
    const { inputMapping } = this.#event.run;
    if (this.#bulk)
      return queue.nextChunk(this.#rowsOfCall, this.#bulk.maxBytesPerCall * (inputMapping ? GATHERED : 1));
    const work = await queue.next();
    return work ? [work] : [];
  }

  /** The bulk endpoint's configuration, where the run has one. */
  get #bulk() {
    const { run } = this.#event;
    return isBulk(run) ? this.#target.bulk?.limits(run) : undefined;
  }

  /** After a second crash in a row, a row is called by itself: one of them is the cause. */
  get #rowsOfCall(): number {
    return this.#event.crashes > 1 ? 1 : (this.#bulk?.maxItemsPerCall ?? 1);
  }

  #mayStart(): boolean {
    return this.#places > 0 && this.#mayGoOn();
  }

  /** Rows that could start now. Those that another invocation has in flight count too. */
  get #places(): number {
    return this.#watch.share - this.#inFlight - this.#batch.queue.claimed.size;
  }

  /** Calls that are still to start, with that of the rows at hand. */
  #callsLeft(atHand: number): number {
    const { place, waiting } = this.#batch.queue;
    return Math.ceil((this.#event.batch.count - place + waiting + atHand) / this.#rowsOfCall);
  }

  #mayGoOn(): boolean {
    const isGoing = this.#watch.standing.state === 'going';
    return isGoing && this.#batch.commit.alone && !this.#failure && !this.#isOutOfTime();
  }

  /** A row is only started when it can be waited for and written down. */
  #isOutOfTime(): boolean {
    return this.#remainingMs() < this.#lastStartMs();
  }

  get #longestCallMs(): number {
    const { timeoutSeconds } = this.#event.run;
    return Math.max(timeoutSeconds, this.#bulk?.timeoutSeconds ?? 0) * 1000;
  }

  #lastStartMs(): number {
    return this.#longestCallMs + CLOSING_MS;
  }

  /** Longer waits are left to the state machine, once nothing is in flight. */
  #longestSleep(): number {
    return longestSleepMs(this.#event.resume?.waits ?? 0, this.#remainingMs() - this.#lastStartMs());
  }

  /** Whatever a row comes to is waited for before the batch is handed on. */
  #follow(task: Promise<void>): void {
    const followed = this.#attempt(task).finally(() => {
      this.#settling.delete(followed);
      this.#wake();
    });
    this.#settling.add(followed);
  }

  /** A failure ends the invocation, but not before the rows in flight are written down. */
  async #attempt(task: Promise<void>): Promise<void> {
    try {
      await task;
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  /** Rows another invocation has claimed: after a crash their answers are lost, else they may still come. */
  async #settleLost(): Promise<void> {
    const { queue, commit, progress, settleLost } = this.#batch;
    if (queue.claimed.size > 0 && this.#event.crashes === 0) await commit.follow();
    for (const [place, row] of [...queue.claimed]) {
      if (!progress.isSettled(place)) {
        if (this.#lostAt(row.claim.at) > Date.now()) continue;
        await settleLost(row);
      }
      queue.claimed.delete(place);
    }
  }

  #lostAt(claimedAt: string): number {
    if (this.#event.crashes > 0) return 0;
    return Date.parse(claimedAt) + this.#longestCallMs + LOST_AFTER_MS;
  }

  /** When something is due that nobody wakes this worker for. */
  #nextDue(): number {
    const { nextDue, hasNew, claimed } = this.#batch.queue;
    // The turn of a row that was held back may have come since: then it is due at once.
    const turn = this.#pacer.isOpen ? 0 : this.#pacer.dueAt;
    const rowDue = this.#isHeldBack && this.#mayStart() ? Math.max(hasNew ? 0 : nextDue, turn) : nextDue;
    return Math.min(rowDue, claimed.size > 0 ? Date.now() + FOLLOW_MS : Number.POSITIVE_INFINITY);
  }

  /** Nothing is in flight, and nothing will be soon. */
  #isQuiet(): boolean {
    const { queue } = this.#batch;
    if (this.#settling.size > 0) return false;
    if (!this.#mayGoOn() || this.#watch.share === 0) return true;
    if (queue.isExhausted && queue.claimed.size === 0) return true;
    return this.#nextDue() - Date.now() > this.#longestSleep();
  }

  /** Until a row has come to its end, the run was looked at, or something is due. */
  async #change(): Promise<void> {
    const ms = Math.max(1, Math.min(this.#longestSleep(), this.#nextDue() - Date.now()));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** What rows wait for, as counts tell it from now on. */
  #tell(): void {
    const { tally, progress } = this.#batch;
    tally.pacing = this.#pacer.pacing;
    tally.retries = progress.retries();
  }

  async #answer(): Promise<CallerAnswer> {
    const { queue, progress, commit, tally, told } = this.#batch;
    await told();
    const { row, byte } = await queue.settledTo();
    if (row >= this.#event.batch.count) {
      await tally.write('done', 0);
      return { outcome: 'done' };
    }
    const waits = (this.#event.resume?.waits ?? 0) + 1;
    const resume = { row, byte, entry: progress.firstEntry(commit.next), waits };
    this.#tell();
    const isParked = this.#watch.standing.state === 'paused' || this.#watch.share === 0;
    await tally.write(isParked ? 'parked' : 'running', 0);
    const wait = isParked ? parked(this.#event, resume) : this.#wait(resume);
    this.#ports.observer.waits(this.#event, wait);
    return wait;
  }

  #wait(resume: Wait['resume']): Wait {
    // Another invocation goes on with the batch; it is looked at again in a moment.
    if (!this.#batch.commit.alone) return { outcome: 'wait', seconds: 1, resume };
    const dueIn = (this.#nextDue() - Date.now()) / 1000;
    // With rows left to call, it was the time of this invocation that ended: the next one goes on at once.
    const seconds = this.#isOutOfTime() || !Number.isFinite(dueIn) ? 0 : Math.max(0, Math.ceil(dueIn));
    return { outcome: 'wait', seconds, resume };
  }
}

/** Looks at a run that stands still, ever more rarely. */
export function parked({ resume: before }: CallerEvent, resume: Wait['resume']): Wait {
  const { parkedSince = new Date().toISOString(), looks = -1 } = before ?? {};
  const waitedSeconds = (Date.now() - Date.parse(parkedSince)) / 1000;
  const seconds = lookAgainSeconds(waitedSeconds, looks + 1);
  return { outcome: 'wait', seconds, resume: { ...resume, parkedSince, looks: looks + 1 } };
}
