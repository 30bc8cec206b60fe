import type { BatchProgress, Claim } from '../../domain/run-log/batch-progress.ts';
import type { Retry } from '../../domain/run-log/log-entry.ts';
import type { PlacedRow, RowReader } from './row-reader.ts';

/** A row to call: for the first time, or again. */
export interface Work extends PlacedRow {
  readonly retry?: Retry;
}

/** A row that another invocation has claimed and not settled. */
export interface ClaimedRow extends PlacedRow {
  readonly claim: Claim;
}

const dueAt = ({ retry }: { readonly retry: Retry }): number => Date.parse(retry.notBefore);

/** The rows of a batch that are still to be called: new ones in row order, and those to be called again when they are due. */
export class RowQueue {
  readonly #reader: RowReader;
  readonly #progress: BatchProgress;
  readonly #claims: ReadonlyMap<number, Claim>;
  readonly #retriesInLog: ReadonlyMap<number, Retry>;
  /** Where the rows begin that were read and may not be settled yet. */
  readonly #bytes = new Map<number, number>();
  /** In the order in which they are due. */
  readonly #waiting: (Work & { readonly retry: Retry })[] = [];
  readonly #readAhead: Work[] = [];
  #isRead = false;

  /** Rows of other invocations, by their place, as far as they were read. */
  readonly claimed = new Map<number, ClaimedRow>();

  /** @param progress as the log says before any row is called here */
  constructor(reader: RowReader, progress: BatchProgress) {
    this.#reader = reader;
    this.#progress = progress;
    this.#claims = new Map(progress.claims().map((claim) => [claim.row, claim]));
    this.#retriesInLog = new Map(progress.retries().map((retry) => [retry.row, retry]));
  }

  get isExhausted(): boolean {
    return this.#isRead && this.#readAhead.length === 0 && this.#waiting.length === 0;
  }

  /** Rows of the batch may be left that were never called. */
  get hasNew(): boolean {
    return !this.#isRead || this.#readAhead.length > 0;
  }

  /** Rows that are read and wait for their call. */
  get waiting(): number {
    return this.#waiting.length + this.#readAhead.length;
  }

  get place(): number {
    return this.#reader.place;
  }

  /** When the next row is due that is to be called again, in milliseconds since 1970. */
  get nextDue(): number {
    return this.#waiting[0] ? dueAt(this.#waiting[0]) : Number.POSITIVE_INFINITY;
  }

  /** The row to call next, if one is ready. */
  async next(now = Date.now()): Promise<Work | undefined> {
    return this.nextDue <= now ? this.#waiting.shift() : this.#nextNew();
  }

  /** Rows for one call of the bulk endpoint, as many as are ready. One that goes by itself comes by itself. */
  async nextChunk(mostRows: number, mostBytes: number, now = Date.now()): Promise<Work[]> {
    const chunk: Work[] = [];
    for (let bytes = 0; chunk.length < mostRows; ) {
      const work = await this.next(now);
      if (!work) break;
      bytes += Buffer.byteLength(work.row.input ?? '');
      if (chunk.length > 0 && (work.retry?.isAlone || bytes > mostBytes)) {
        this.giveBack([work]);
        break;
      }
      chunk.push(work);
      if (work.retry?.isAlone) break;
    }
    return chunk;
  }

  /** Puts back rows that were not called after all. */
  giveBack(works: readonly Work[]): void {
    for (const work of works) if (work.retry) this.callAgain(work, work.retry);
    this.#readAhead.unshift(...works.filter(({ retry }) => !retry));
  }

  callAgain(row: PlacedRow, retry: Retry): void {
    const again = { ...row, retry };
    // Most are due after those that wait already.
    let place = this.#waiting.length;
    if (this.#isDueBefore(again, place - 1)) {
      place = 0;
      for (let end = this.#waiting.length - 1; place < end; ) {
        const middle = (place + end) >> 1;
        if (this.#isDueBefore(again, middle)) end = middle;
        else place = middle + 1;
      }
    }
    this.#waiting.splice(place, 0, again);
  }

  #isDueBefore(row: { readonly retry: Retry }, place: number): boolean {
    const other = this.#waiting[place];
    return other !== undefined && dueAt(row) < dueAt(other);
  }

  /** All rows that are left, whether due or not. */
  async *rest(): AsyncGenerator<Work> {
    for (let work = await this.#nextNew(); work; work = await this.#nextNew()) yield work;
    yield* this.#waiting.splice(0);
  }

  /** Reads as far as rows are claimed, so that `claimed` has them all. */
  async readClaimed(): Promise<void> {
    const last = Math.max(-1, ...this.#claims.keys());
    while (this.#reader.place <= last) {
      const work = await this.#nextNew();
      if (!work) return;
    }
  }

  /** Where all rows before are settled, as a place and a byte of the file. */
  async settledTo(): Promise<{ row: number; byte: number }> {
    const row = this.#progress.settledTo;
    // Another invocation may be ahead of what was read here.
    while (this.#reader.place < row && (await this.#read())) {}
    return { row, byte: this.#bytes.get(row) ?? this.#reader.byte };
  }

  async #nextNew(): Promise<Work | undefined> {
    const ahead = this.#readAhead.shift();
    if (ahead) return ahead;
    for (let placed = await this.#read(); placed; placed = await this.#read()) {
      const claim = this.#claims.get(placed.place);
      const retry = this.#retriesInLog.get(placed.place);
      if (this.#progress.isSettled(placed.place)) continue;
      if (claim) this.claimed.set(placed.place, { ...placed, claim });
      else if (retry) this.callAgain(placed, retry);
      else return placed;
    }
    this.#isRead = true;
    return undefined;
  }

  async #read(): Promise<PlacedRow | undefined> {
    const placed = await this.#reader.next();
    if (placed) this.#bytes.set(placed.place, placed.byte);
    for (const place of this.#bytes.keys()) {
      if (place >= this.#progress.settledTo) break;
      this.#bytes.delete(place);
    }
    return placed;
  }
}
