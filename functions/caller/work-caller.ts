import { type BulkRun, type CallerEvent, isBulk } from '../../contracts/caller.ts';
import type { RollcallError } from '../../contracts/errors.ts';
import { neverConnected } from '../../core/classify-error.ts';
import { cutText } from '../../core/cut-text.ts';
import { limitedTokens } from '../../core/pacing/used-tokens.ts';
import type { AfterCall } from './after-call.ts';
import { AnswerMemory } from './answer-memory.ts';
import { type CalledChunk, callChunk } from './call-chunk.ts';
import { callRow } from './call-row.ts';
import type { CallerPorts } from './caller-ports.ts';
import type { OpenBatch } from './open-batch.ts';
import type { Pacer } from './pacer.ts';
import type { PolicyCheck } from './policy-check.ts';
import { refusedTarget } from './refused-target.ts';
import type { Work } from './row-queue.ts';
import type { BulkTarget, Outcome, Target } from './target.ts';
import type { Turn } from './turn.ts';

const LONGEST_REASON = 300;

interface WorkCallerOptions<Input> {
  readonly event: CallerEvent;
  readonly target: Target<Input>;
  readonly ports: CallerPorts;
  readonly remainingMs: () => number;
  readonly batch: OpenBatch;
  readonly policy: PolicyCheck;
  readonly pacer: Pacer;
}

/** Calls rows that have their turn, and writes down what came of it. */
export class WorkCaller<Input> {
  readonly #options: WorkCallerOptions<Input>;
  readonly #memory = new AnswerMemory();
  /** Why the target may not be called at all. */
  readonly #refused: RollcallError | undefined;

  constructor(options: WorkCallerOptions<Input>) {
    this.#options = options;
    this.#refused = refusedTarget(options.event.run, options.ports.bindings);
  }

  /**
   * Makes one call for these rows: one row, or several through the bulk endpoint.
   * @param freed told when the next call may take this one's place
   */
  async call(works: readonly Work[], turn: Turn, freed: () => void): Promise<void> {
    const [work] = works;
    const { target, event } = this.#options;
    const { run } = event;
    const { reserve, release } = this.#memory.open();
    try {
      if (target.bulk && isBulk(run) && !work?.retry?.isAlone) {
        await this.#callChunk(works, { run, bulk: target.bulk }, { turn, reserve, freed });
      } else if (work) {
        await this.#callRow(work, { turn, reserve, freed });
      }
    } finally {
      release();
    }
  }

  async #callRow(work: Work, { turn, reserve, freed }: Call): Promise<void> {
    const { event, target, remainingMs, batch, policy } = this.#options;
    let written: Promise<void> | undefined;
    try {
      const called = await callRow(work, {
        run: event.run,
        target,
        refused: this.#refused,
        remainingMs,
        reserve,
        turn,
        heard: (...heard) => this.#heard(...heard),
        claim: (call) => batch.commit.add({ claim: [work.place, call], made: { individual: 1 } }),
        isCareful: event.crashes > 0,
      });
      if (called) written = this.#write(work, called, called.isThrottled);
      // With a policy the next row may only start when this one is written down and counted.
      if (policy.applies) await written;
    } finally {
      // Without one its place is free already: the next row is claimed with the group that this one is written down in.
      freed();
    }
    await written;
  }

  async #callChunk(
    works: readonly Work[],
    to: { run: BulkRun; bulk: BulkTarget },
    { turn, reserve, freed }: Call,
  ): Promise<void> {
    const { event, remainingMs, batch, policy } = this.#options;
    let written: Promise<unknown> | undefined;
    try {
      const { called, left } = await callChunk(works, {
        ...to,
        refused: this.#refused,
        remainingMs,
        reserve,
        turn,
        heard: (...heard) => this.#heard(...heard),
        claim: (claimed) => this.#claim(claimed),
        isCareful: works.length === 1 && event.crashes > 0,
      });
      batch.queue.giveBack(left);
      written = this.#writeAll(called);
      if (policy.applies) await written;
    } finally {
      freed();
    }
    await written;
  }

  async #claim(works: readonly Work[]): Promise<boolean> {
    const { commit } = this.#options.batch;
    const claims = works.map(({ place, retry }, index) =>
      commit.add({ claim: [place, (retry?.calls ?? 0) + 1], ...(index === 0 && { made: { bulk: 1 } }) }),
    );
    return (await Promise.all(claims)).every((isClaimed) => isClaimed);
  }

  /** A call that was turned away is one, however many rows it was for. */
  #writeAll(called: CalledChunk['called']): Promise<unknown> {
    const first = called.findIndex(({ after }) => after.isThrottled);
    return Promise.all(called.map(({ work, after }, index) => this.#write(work, after, index === first)));
  }

  async #write(work: Work, after: AfterCall, isThrottled = false): Promise<void> {
    const { batch, ports, event } = this.#options;
    const made = isThrottled ? { throttled: 1 } : undefined;
    if ('settlement' in after) return batch.settle(work, after.settlement, made);
    const { retry, error } = after;
    const retriedUsd = (retry.spentUsd ?? 0) - (work.retry?.spentUsd ?? 0);
    const cost = retriedUsd > 0 && { retriedUsd };
    if (!(await batch.commit.add({ retry, ...((made || cost) && { made: { ...made, ...cost } }) }))) return;
    ports.observer.retried(event, work.row, retry, error.name);
    batch.queue.callAgain(work, retry);
  }

  #heard(sentAt: number, outcome: Outcome, after: AfterCall): void {
    const { pacer, batch } = this.#options;
    const isUnreached = outcome.kind === 'failed' && neverConnected(outcome.error.cause);
    batch.tally.unreachable = isUnreached ? cutText(outcome.error.message, LONGEST_REASON) : undefined;
    const { limits, answer } = outcome;
    if (outcome.kind === 'failed' && outcome.isTurnedAway) {
      const backOffMs = 'retry' in after ? Math.max(0, Date.parse(after.retry.notBefore) - Date.now()) : 0;
      pacer.refused({ sentAt, limits, retryAfterSeconds: outcome.retryAfterSeconds, backOffMs });
    } else {
      pacer.answered(sentAt, limits, answer && limitedTokens(answer));
    }
  }
}

interface Call {
  readonly turn: Turn;
  readonly reserve: () => Promise<void>;
  readonly freed: () => void;
}
