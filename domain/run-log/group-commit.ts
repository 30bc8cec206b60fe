import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultRow } from '../../contracts/result-row.ts';
import { rowsAsCalled } from '../../core/variant-rows.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { BatchLog, LogEntry, MadeCalls, ReadEntry, Retry } from './log-entry.ts';

/** A group is not made larger than this; a row alone may be. */
const LARGEST_GROUP_BYTES = 8 * 1024 * 1024;
/** Groups that follow each other closely are held back a little, so that fewer objects are written. */
const GATHER_MS = 8;
const CLOSE_MS = 50;

export type Part = { readonly made?: Partial<MadeCalls> } & (
  | { readonly claim: readonly [row: number, call: number] }
  /** All of them in one entry, or none: rows of a bulk job, with its key. */
  | { readonly claims: readonly (readonly [row: number, call: number, job: string])[] }
  | { readonly retry: Retry }
  | { readonly settled: number; readonly results: readonly ResultRow[] }
);

interface Queued {
  readonly part: Part;
  /** The results of the settled row, as they are written: a line each. */
  readonly text?: string;
  readonly done: (durable: boolean) => void;
  readonly failed: (error: unknown) => void;
}

interface GroupCommitOptions {
  readonly log: BatchLog;
  readonly progress: BatchProgress;
  /** The log's next number. */
  readonly next: number;
  readonly writer: string;
  /** Told of every entry that has become part of the log; `bytes` are those of the rows in an entry of our own. */
  readonly onEntry: (entry: ReadEntry, bytes?: number) => void;
}

/**
 * Appends to a batch's log in groups: while one write is under way, the next group collects. Whoever finds that another
 * invocation has written in between claims nothing more, and keeps what the other has settled.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #next: number;
  #queue: Queued[] = [];
  #writing: Promise<void> | undefined;
  #wroteAt = Number.NEGATIVE_INFINITY;
  #alone = true;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#next = options.next;
  }

  get next(): number {
    return this.#next;
  }

  /** No other invocation has been seen at work on the batch. */
  get alone(): boolean {
    return this.#alone;
  }

  /** True when the part is durable; false when it was not taken: another invocation works on the batch. */
  add(part: Part): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#queue.push({
        part,
        done,
        failed,
        ...('results' in part && { text: part.results.map((row) => JSON.stringify(row)).join('\n') }),
      });
      this.#writing ??= this.#write();
    });
  }

  /** Takes in what others have appended. */
  async catchUp(): Promise<void> {
    await this.#writing;
    await this.#readOn();
  }

  /**
   * Takes in what another invocation has appended meanwhile. If that claims rows, it goes on with the batch: which of them
   * are new to it is not known here any more, so that none is claimed.
   */
  async follow(): Promise<void> {
    await this.#writing;
    if (await this.#readOn()) this.#alone = false;
  }

  /** Has nobody claim a row of the batch from here on; rows in flight may still be settled. */
  async close(): Promise<void> {
    const { log, progress, writer } = this.#options;
    await this.#writing;
    while (!progress.isClosed) {
      const at = new Date().toISOString();
      const entry: LogEntry = { writer, at, claims: [], retries: [], settled: [], closed: true };
      await log.append(this.#next, entry, []);
      // Whether it is this entry that has the number or another's, it is read.
      await this.#readOn();
    }
  }

  async #write(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        if (performance.now() - this.#wroteAt < CLOSE_MS) await sleep(GATHER_MS);
        await this.#append(this.#takeGroup());
        this.#wroteAt = performance.now();
      }
    } finally {
      this.#writing = undefined;
    }
  }

  #takeGroup(): Queued[] {
    let bytes = 0;
    const end = this.#queue.findIndex(({ text = '' }, index) => {
      bytes += text.length;
      return index > 0 && bytes > LARGEST_GROUP_BYTES;
    });
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end);
  }

  async #append(group: Queued[]): Promise<void> {
    try {
      for (let left = this.#stillWanted(group); left.length > 0; left = this.#stillWanted(left)) {
        if (await this.#tryAppend(left)) return;
        this.#alone = false;
        await this.#readOn();
      }
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
  }

  /** What has been overtaken is answered and left out. */
  #stillWanted(group: readonly Queued[]): Queued[] {
    return group.filter(({ part, done }) => {
      const isWanted = isClaim(part) ? this.#alone : !this.#options.progress.isSettled(rowOf(part));
      if (!isWanted) done(false);
      return isWanted;
    });
  }

  async #tryAppend(group: readonly Queued[]): Promise<boolean> {
    const { log, progress, writer, onEntry } = this.#options;
    const parts = group.map(({ part }) => part);
    const settled = parts.filter((part) => 'settled' in part);
    const entry: LogEntry = {
      writer,
      at: new Date().toISOString(),
      claims: parts.flatMap(claimsOf) as LogEntry['claims'],
      retries: parts.flatMap((part) => ('retry' in part ? [part.retry] : [])),
      settled: settled.map((part) => part.settled),
      ...madeBy(parts),
    };
    const texts = group.flatMap(({ text }) => text ?? []);
    if (!(await log.append(this.#next, entry, texts))) return false;
    const number = this.#next++;
    progress.apply(number, entry);
    onEntry(
      { number, entry, rows: settled.flatMap((part) => rowsAsCalled(part.results)) },
      texts.reduce((sum, text) => sum + text.length, 0),
    );
    for (const { done } of group) done(true);
    return true;
  }

  /** Whether any of it claims rows. */
  async #readOn(): Promise<boolean> {
    let claims = false;
    for await (const read of this.#options.log.readFrom(this.#next)) {
      claims ||= read.entry.claims.length > 0;
      if (read.entry.closed) this.#alone = false;
      this.#next = read.number + 1;
      this.#options.progress.apply(read.number, read.entry);
      this.#options.onEntry(read);
    }
    return claims;
  }
}

function madeBy(parts: readonly Part[]): Pick<LogEntry, 'made'> {
  const made: Partial<Record<keyof MadeCalls, number>> = {};
  for (const part of parts) {
    for (const [name, count] of Object.entries(part.made ?? {}) as [keyof MadeCalls, number][]) {
      made[name] = (made[name] ?? 0) + count;
    }
  }
  return Object.keys(made).length > 0 ? { made } : {};
}

type Claiming = Extract<Part, { readonly claim: unknown } | { readonly claims: unknown }>;

const isClaim = (part: Part): part is Claiming => 'claim' in part || 'claims' in part;

const claimsOf = (part: Part): (readonly (number | string)[])[] =>
  'claim' in part ? [part.claim] : 'claims' in part ? [...part.claims] : [];

const rowOf = (part: Exclude<Part, Claiming>): number => ('retry' in part ? part.retry.row : part.settled);
