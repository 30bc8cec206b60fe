import type { LogEntry, Retry } from './log-entry.ts';

export interface Claim {
  readonly row: number;
  readonly call: number;
  readonly writer: string;
  readonly at: string;
  /** Of an agent's row the execution's name, of one in a bulk job the job's key. */
  readonly name?: string;
}

type RowState =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'waiting'; readonly retry: Retry }
  | { readonly kind: 'settled' };

interface Mention {
  readonly state: RowState;
  /** Number of the first log entry that speaks of the row. */
  readonly entry: number;
}

/** What a batch's log says of its rows. Rows are known by their place in the batch; settled ones at its front are forgotten. */
export class BatchProgress {
  readonly #rows = new Map<number, Mention>();
  #settledTo: number;
  #closedBy: number | undefined;

  /** @param settledTo rows before this one are settled */
  constructor(settledTo = 0) {
    this.#settledTo = settledTo;
  }

  /** All rows before this one are settled. */
  get settledTo(): number {
    return this.#settledTo;
  }

  /** Takes in an entry; they come in the order of their numbers. */
  apply(number: number, { writer, at, claims, retries, settled, closed }: LogEntry): void {
    if (closed) this.#closedBy ??= number;
    for (const [row, call, name] of claims) {
      this.#note(row, number, { kind: 'claimed', claim: { row, call, writer, at, ...(name && { name }) } });
    }
    for (const retry of retries) this.#note(retry.row, number, { kind: 'waiting', retry });
    for (const row of settled) this.#note(row, number, { kind: 'settled' });
    while (this.#rows.get(this.#settledTo)?.state.kind === 'settled') this.#rows.delete(this.#settledTo++);
  }

  #note(row: number, number: number, state: RowState): void {
    const known = this.#rows.get(row);
    if (row < this.#settledTo || known?.state.kind === 'settled') return;
    this.#rows.set(row, { state, entry: known?.entry ?? number });
  }

  /** A later pass goes on with the run: nothing is claimed here any more. */
  get isClosed(): boolean {
    return this.#closedBy !== undefined;
  }

  isSettled(row: number): boolean {
    return row < this.#settledTo || this.#rows.get(row)?.state.kind === 'settled';
  }

  /** Nobody has claimed the row yet. */
  isNew(row: number): boolean {
    return row >= this.#settledTo && !this.#rows.has(row);
  }

  /** Rows that the log speaks of, and those before them. */
  get known(): number {
    return this.#settledTo + this.#rows.size;
  }

  /** Rows that are claimed and neither settled nor to be called again. */
  claims(): Claim[] {
    return [...this.#rows.values()].flatMap(({ state }) => (state.kind === 'claimed' ? [state.claim] : []));
  }

  /** Rows to be called again. */
  retries(): Retry[] {
    return [...this.#rows.values()].flatMap(({ state }) => (state.kind === 'waiting' ? [state.retry] : []));
  }

  /** The first entry that whoever takes the batch up has to read; `next` is the log's next number. */
  firstEntry(next: number): number {
    let first = this.#closedBy ?? next;
    for (const { entry } of this.#rows.values()) first = Math.min(first, entry);
    return first;
  }
}
