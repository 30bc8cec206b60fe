export type Item = Readonly<Record<string, unknown>>;

/** What may go wrong with the items of a job; `everyFailed: 33` is every 33rd of them. */
export interface JobFaults {
  readonly everyFailed?: number;
  readonly everyMissing?: number;
  /** Items from this share of the job on are not done before its time is over. */
  readonly expiresAt?: number;
  readonly shuffled?: boolean;
}

export type Fate = 'done' | 'failed' | 'expired' | 'cancelled' | 'missing';

/** A job that does its items one after the other, and is done after some time. */
export class SimulatedJob {
  readonly id: string;
  readonly items: readonly Item[];
  readonly createdAt: number;
  readonly metadata: unknown;
  readonly #takesMs: number;
  readonly #faults: JobFaults;
  #cancelledAt: number | undefined;

  constructor(job: { id: string; items: readonly Item[]; takesMs: number; faults: JobFaults; metadata?: unknown }) {
    this.id = job.id;
    this.items = job.items;
    this.createdAt = Date.now();
    this.metadata = job.metadata;
    this.#takesMs = job.takesMs;
    this.#faults = job.faults;
  }

  cancel(): void {
    if (!this.isDone) this.#cancelledAt ??= Date.now();
  }

  get isCancelled(): boolean {
    return this.#cancelledAt !== undefined;
  }

  get isDone(): boolean {
    return this.isCancelled || Date.now() >= this.createdAt + this.#takesMs;
  }

  get hasExpired(): boolean {
    return this.isDone && !this.isCancelled && this.#faults.expiresAt !== undefined;
  }

  /** Items that are done so far. */
  get finished(): number {
    const until = this.#cancelledAt ?? Date.now();
    const share = this.#takesMs === 0 ? 1 : Math.min(1, (until - this.createdAt) / this.#takesMs);
    return Math.floor(share * this.items.length);
  }

  count(fate: Fate): number {
    return this.items.filter((_, index) => this.#fateOf(index) === fate).length;
  }

  /** Items and what became of them, in the order in which results are given. */
  results(...fates: Fate[]): { item: Item; index: number; fate: Fate }[] {
    const all = this.items.map((item, index) => ({ item, index, fate: this.#fateOf(index) }));
    const wanted = all.filter(({ fate }) => fates.includes(fate));
    return this.#faults.shuffled ? wanted.sort((a, b) => order(a.index) - order(b.index)) : wanted;
  }

  #fateOf(index: number): Fate {
    const { everyFailed, everyMissing, expiresAt } = this.#faults;
    if (this.isCancelled && index >= this.finished) return 'cancelled';
    if (expiresAt !== undefined && index >= expiresAt * this.items.length) return 'expired';
    if (everyMissing && index % everyMissing === everyMissing - 1) return 'missing';
    if (everyFailed && index % everyFailed === everyFailed - 2) return 'failed';
    return 'done';
  }
}

/** Another order, and always the same. */
const order = (index: number): number => (index * 7_919) % 104_729;
