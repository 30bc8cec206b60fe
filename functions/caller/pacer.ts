import { setTimeout as sleep } from 'node:timers/promises';
import type { RateStore } from '../../client/rate-limits/rate-store.ts';
import type { CallerRun } from '../../contracts/caller.ts';
import { NOTHING_KNOWN, type Pacing, type RateState } from '../../contracts/rate-limit.ts';
import { currentPacing } from '../../core/pacing/current-pacing.ts';
import { isFarFromLimits } from '../../core/pacing/far-from-limits.ts';
import { isNews, learnLimits, type Seen } from '../../core/pacing/learn-limits.ts';
import type { SeenLimit } from '../../core/pacing/rate-headers.ts';
import { rateKeyOf } from '../../core/pacing/rate-key.ts';
import { type Refusal, refused } from '../../core/pacing/refused.ts';
import { type Grant, limitsOf, reserveSlots, withoutProbes } from '../../core/pacing/reserve-slots.ts';
import { lookOf, slotsToAsk, spanOf } from '../../core/pacing/slots-to-ask.ts';
import { NONE_USED, type UsedTokens, withRow } from '../../core/pacing/used-tokens.ts';
import { type Slot, SlotHand } from './slot-hand.ts';
import { StartRate } from './start-rate.ts';
import type { Turn, TurnedAway } from './turn.ts';

/** What other callers have learned is seen this much later at most. */
const LOOK_MS = 2_000;
/** A call let through before the first answer is not waited for any longer than this. */
const LONGEST_PROBE_MS = 30_000;
/** What an answer says of limits that are far away is believed this long. */
const FAR_MS = 1_000;
/** … and those that come so soon after it tell nothing new. */
const SAME_MS = 20;
const ANSWER_MS = 20;
/** With other callers at work, what was read longer ago is not written over. */
const FRESH_MS = 5;

interface PacerOptions {
  readonly store: RateStore;
  readonly run: CallerRun;
  /** How many children the run has, and rows at once in all. */
  readonly children: () => number;
  readonly maxConcurrency: () => number;
  /** Slots have come, or something else has changed. */
  readonly wake: () => void;
  readonly failed: (error: unknown) => void;
}

/** Lets the calls of one invocation start when the target's limits allow it, with all other callers of the same rate key. */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #key: string;
  readonly #rate = new StartRate(2_000);
  /** Over longer, for people to read. */
  readonly #pace = new StartRate(30_000);
  #state: RateState = NOTHING_KNOWN;
  #limitPerSecond = Number.POSITIVE_INFINITY;
  #isLimited = false;
  #readAt = Date.now();
  #isFree = false;
  #farUntil = 0;
  readonly #hand = new SlotHand();
  /** Calls whose slots have lapsed, and that wait for others. */
  #replacing = 0;
  #askAgainAt = 0;
  #wanted = 0;
  readonly #changes: ((state: RateState) => RateState)[] = [];
  #used = NONE_USED;
  #working: Promise<void> | undefined;
  #delayedUntil = 0;
  #blockedSince: number | undefined;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#key = rateKeyOf(options.run);
  }

  get #mayLearn(): boolean {
    return this.#options.run.executionMode === 'endpoint';
  }

  get #isDeclared(): boolean {
    const { requestsPerMinute, tokensPerMinute } = this.#options.run.rateLimit;
    return requestsPerMinute !== undefined || tokensPerMinute !== undefined;
  }

  /** What is known of the key: nothing may be limited, and the key be held all the same. */
  open(): Promise<void> {
    return this.#read();
  }

  /**
   * Whether a row may start now. If not, slots are asked for, and `dueAt` says when to look again.
   * @param places rows that could start at this moment
   * @param rows rows that are still to start
   */
  isReady(places: number, rows: number, now = Date.now()): boolean {
    if (this.#isFreeAt(now)) {
      if (now - this.#readAt > LOOK_MS) void this.#work();
    } else {
      this.#hand.dropLapsed(now);
      this.#askAhead(places, rows, now);
    }
    if (this.#isOpenAt(now)) return true;
    // Where no limit is known, a row waits for what the table or the first answer says of one: that is no limit's doing.
    if (this.#isLimited || now < this.#delayedUntil || now < this.#state.heldUntil) this.#blockedSince ??= now;
    return false;
  }

  /** A row may start now, as far as is known. */
  get isOpen(): boolean {
    return this.#isOpenAt(Date.now());
  }

  #isOpenAt(now: number): boolean {
    if (now < this.#delayedUntil || now < this.#state.heldUntil) return false;
    return this.#isFreeAt(now) || (this.#hand.dueAt ?? Number.POSITIVE_INFINITY) <= now;
  }

  /** No slots are needed: nothing is limited, or all limits are far away. */
  #isFreeAt(now: number): boolean {
    return this.#isFree || now < this.#farUntil;
  }

  /** How calls are paced at this moment, if they are. */
  get pacing(): Pacing | undefined {
    const now = Date.now();
    const { rateLimit: declared } = this.#options.run;
    return currentPacing(this.#state, { now, declared, mayLearn: this.#mayLearn }, this.#pace.perSecond(now));
  }

  /** When a row may start that may not now, as far as nobody wakes for it. */
  get dueAt(): number {
    const { dueAt } = this.#hand;
    if (dueAt !== undefined) return Math.max(this.#delayedUntil, dueAt);
    // The answer of the table wakes whoever waits; this is in case it comes before that.
    if (this.#working) return Date.now() + ANSWER_MS;
    return Math.max(this.#delayedUntil, this.#askAgainAt, this.#state.heldUntil);
  }

  /** Takes the slot of a row that is about to start. */
  take(now = Date.now()): Turn {
    const { run, children } = this.#options;
    this.#rate.started(now);
    this.#pace.started(now);
    if (run.delayMs > 0) this.#delayedUntil = now + run.delayMs * Math.max(1, children());
    const waitedMs = this.#blockedSince === undefined ? 0 : now - this.#blockedSince;
    this.#blockedSince = undefined;
    const slot = this.#isFreeAt(now) ? undefined : this.#hand.take();
    return { waitedMs, go: () => this.#go(slot, now), giveBack: () => this.#giveBack(slot) };
  }

  /** Resolves when the call may be sent, with the time it is sent at. A slot that has lapsed meanwhile is replaced. */
  async #go(taken: Slot | undefined, takenAt: number): Promise<number> {
    this.#hand.wasReadyAfter(Date.now() - takenAt);
    const isHeld = taken === undefined && Date.now() < this.#state.heldUntil;
    for (let slot = isHeld ? await this.#another() : taken; slot !== undefined; slot = await this.#another()) {
      if (slot.at > Date.now()) await sleep(slot.at - Date.now());
      if (Date.now() <= slot.until && slot.at >= this.#state.heldUntil) break;
    }
    return Date.now();
  }

  #giveBack(slot: Slot | undefined): void {
    if (slot === undefined) return;
    this.#hand.giveBack(slot);
    this.#options.wake();
  }

  /** No call of this invocation will start any more: what it was to find out, others may. */
  async close(): Promise<void> {
    const count = this.#hand.clear();
    if (count > 0 && this.#state.probes > 0) this.#change((state) => withoutProbes(state, count));
    while (this.#working) await this.#working;
  }

  async #another(): Promise<Slot | undefined> {
    this.#replacing += 1;
    try {
      for (;;) {
        const now = Date.now();
        this.#hand.dropLapsed(now);
        const slot = this.#hand.take();
        if (slot !== undefined || (this.#isFreeAt(now) && now >= this.#state.heldUntil)) return slot;
        if (now < this.#askAgainAt && !this.#working) await sleep(Math.min(1_000, this.#askAgainAt - now));
        this.#wanted = Math.max(this.#wanted, this.#replacing);
        await this.#work();
      }
    } finally {
      this.#replacing -= 1;
    }
  }

  /** An answer has come: what it says of limits, and the tokens it took. */
  answered(sentAt: number, limits: readonly SeenLimit[] | undefined, tokens: number | undefined): void {
    if (tokens !== undefined) this.#used = withRow(this.#used, tokens);
    if (limits) this.#learn(sentAt, limits);
    // A call that was not answered at all says nothing: another finds out.
    else if (this.#state.probes > 0) this.#change((state) => withoutProbes(state, 1));
  }

  #learn(sentAt: number, limits: readonly SeenLimit[]): void {
    if (!this.#mayLearn || !this.#options.run.rateLimit.useHeaders) return;
    const now = Date.now();
    if (now < this.#farUntil - FAR_MS + SAME_MS) return;
    const seen: Seen = { now, sentAt, limits };
    const isFar = !this.#isDeclared && isFarFromLimits(this.#state, seen, this.#options.maxConcurrency());
    this.#farUntil = isFar ? now + FAR_MS : 0;
    if (isNews(this.#state, seen)) this.#change((state) => (isNews(state, seen) ? learnLimits(state, seen) : state));
  }

  /** The target turned a call away. */
  refused({ sentAt, limits = [], retryAfterSeconds, backOffMs }: TurnedAway): void {
    // One that speaks of no limit says nothing of whether there is one.
    if (limits.length > 0) this.#learn(sentAt, limits);
    const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000;
    const refusal: Refusal = { now: Date.now(), sentAt, retryAfterMs, backOffMs };
    // Here at once; everybody else hears of it.
    this.#take(refused(this.#state, refusal));
    this.#isFree = false;
    this.#farUntil = 0;
    this.#change((state) => refused(state, refusal));
  }

  #change(change: (state: RateState) => RateState): void {
    this.#changes.push(change);
    void this.#work();
  }

  #askAhead(places: number, rows: number, now: number): void {
    // What others have found out meanwhile may let rows start sooner.
    if (this.#working || (now < this.#askAgainAt && now - this.#readAt < LOOK_MS)) return;
    this.#wanted = slotsToAsk({
      now,
      nextAt: this.#state.nextAt,
      slots: this.#hand.slots,
      lapseMs: this.#hand.lapseMs,
      places,
      rows,
      perSecond: this.#rate.perSecond(now),
      children: this.#options.children(),
      limitPerSecond: this.#limitPerSecond,
    });
    if (this.#wanted > 0) void this.#work();
  }

  /** One exchange with the table at a time; what comes up meanwhile goes into the next. */
  #work(): Promise<void> {
    this.#working ??= this.#exchange()
      .catch((error: unknown) => this.#options.failed(error))
      .finally(() => {
        this.#working = undefined;
        if (this.#changes.length > 0) void this.#work();
        this.#options.wake();
      });
    return this.#working;
  }

  async #exchange(): Promise<void> {
    const changes = this.#changes.splice(0);
    if (changes.length === 0 && this.#wanted === 0) return this.#read();
    const count = this.#wanted;
    const used = this.#used;
    this.#wanted = 0;
    // What rows have used is taken into account where slots are reserved.
    if (count > 0) this.#used = NONE_USED;
    let grant: Grant | undefined;
    const state = await this.#options.store.update(this.#key, this.#known, (known) => {
      const changed = changes.reduce((so, change) => change(so), known);
      if (count === 0) return changed;
      grant = this.#reserve(changed, count, used);
      return grant.state;
    });
    this.#take(state);
    if (grant) this.#granted(grant);
    else this.#judge();
  }

  /** What others have not changed since, most likely: a write that is refused costs as much as one that is not. */
  get #known(): RateState | undefined {
    const isAlone = this.#options.children() === 1;
    return isAlone || Date.now() - this.#readAt < FRESH_MS ? this.#state : undefined;
  }

  async #read(): Promise<void> {
    this.#take(await this.#options.store.read(this.#key));
    this.#judge();
  }

  #reserve(state: RateState, count: number, used?: UsedTokens): Grant {
    const { run, children, maxConcurrency } = this.#options;
    return reserveSlots(state, {
      now: Date.now(),
      count,
      declared: run.rateLimit,
      maxConcurrency: maxConcurrency(),
      mayLearn: this.#mayLearn,
      probeMs: Math.min(LONGEST_PROBE_MS, run.timeoutSeconds * 1_000),
      spanMs: spanOf(children()),
      lookMs: lookOf(children()),
      used,
    });
  }

  #take(state: RateState): void {
    this.#state = state;
    this.#readAt = Date.now();
    const { limitPerMinute = Number.POSITIVE_INFINITY } = this.pacing ?? {};
    this.#limitPerSecond = limitPerMinute / 60;
    const { rateLimit: declared } = this.#options.run;
    this.#isLimited = limitsOf(state, { now: this.#readAt, declared, mayLearn: this.#mayLearn }).length > 0;
    this.#hand.dropBefore(state.heldUntil);
  }

  #granted({ slots, lapseMs, againAt = 0, isFree }: Grant): void {
    this.#isFree = isFree;
    this.#askAgainAt = againAt;
    if (!isFree) this.#hand.add(slots, lapseMs);
  }

  /** Whether slots are needed at all, by what is known now. */
  #judge(): void {
    this.#isFree = this.#reserve(this.#state, 1).isFree;
    this.#askAgainAt = 0;
  }
}
