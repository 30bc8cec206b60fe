import type { Resume } from '../../contracts/batch.ts';
import type { CallerEvent, Wait } from '../../contracts/caller.ts';
import type { BatchCountsStore } from '../../domain/run-records/store/batch-counts.ts';
import { parked } from '../caller/batch-worker.ts';
import { isRepeated } from '../caller/first-invocation.ts';
import type { RunWatch } from '../caller/run-watch.ts';

/** A place is kept for so long beyond the time an agent may take. */
const PLACE_KEPT_SECONDS = 300;

/**
 * Rows of agents that wait while their run is paused. A Distributed Map sees to it that no more children run than it is
 * told to; but those that are parked run already, and in a pause it may have been told fewer. So they take their places
 * one after another.
 */
export class Parking {
  readonly #event: CallerEvent;
  readonly #counts: BatchCountsStore;
  readonly #watch: RunWatch;
  readonly #wasParked: boolean;
  /** This row was parked and has a place now. */
  hasPlace: boolean;

  constructor(event: CallerEvent, counts: BatchCountsStore, watch: RunWatch) {
    this.#event = event;
    this.#counts = counts;
    this.#watch = watch;
    this.#wasParked = event.resume?.parkedSince !== undefined || isRepeated(event);
    this.hasPlace = event.resume?.hasPlace ?? false;
  }

  async mayGoOn(): Promise<boolean> {
    if (!this.#wasParked) return true;
    const { run, batch } = this.#event;
    const place = { most: this.#watch.most, seconds: run.timeoutSeconds + PLACE_KEPT_SECONDS };
    this.hasPlace = await this.#counts.unpark(run.evaluationId, run.attempt, batch.index, place);
    return this.hasPlace;
  }

  async park(next: Resume): Promise<Wait> {
    const { run, batch, resume } = this.#event;
    await this.#counts.park(run.evaluationId, run.attempt, batch.index);
    if (this.#watch.standing.state === 'paused') return parked(this.#event, next);
    // However long the pause was: whoever waits for a place looks as often as if it had only just begun.
    const { queuedSince, looks } = resume ?? {};
    const since = queuedSince === undefined ? next : { ...next, parkedSince: queuedSince, looks };
    const wait = parked({ ...this.#event, resume: since }, next);
    return { ...wait, resume: { ...wait.resume, queuedSince: wait.resume.parkedSince } };
  }

  async leave(): Promise<void> {
    const { run, batch } = this.#event;
    if (this.#wasParked || this.hasPlace) await this.#counts.leave(run.evaluationId, run.attempt, batch.index);
  }
}
