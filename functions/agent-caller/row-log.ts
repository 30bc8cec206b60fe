import type { ResultRow } from '../../contracts/result-row.ts';
import { rowsAsCalled } from '../../core/variant-rows.ts';
import type { BatchLog, LogEntry, Retry } from '../../domain/run-log/log-entry.ts';

/** A batch of one row has the row at this place. */
export const PLACE = 0;

export interface AgentClaim {
  readonly call: number;
  /** Name of the agent's execution. */
  readonly name: string;
}

type Part = { readonly claim: AgentClaim } | { readonly retry: Retry } | { readonly settled: readonly ResultRow[] };

/** What the log of a batch of one row says of it. */
export class RowLog {
  readonly #log: BatchLog;
  readonly #writer: string;
  #next = 0;
  #claim: AgentClaim | undefined;
  #retry: Retry | undefined;
  #settled: ResultRow | undefined;
  #isWaiting = false;
  #startedAt: string | undefined;

  constructor(log: BatchLog, writer: string) {
    this.#log = log;
    this.#writer = writer;
  }

  /** The latest call that was claimed and has not come to its end. */
  get claim(): AgentClaim | undefined {
    return this.#isWaiting ? undefined : this.#claim;
  }

  /** The row is to be called again. */
  get waiting(): Retry | undefined {
    return this.#isWaiting ? this.#retry : undefined;
  }

  get settled(): ResultRow | undefined {
    return this.#settled;
  }

  /** When the row's first call was claimed. */
  get startedAt(): string | undefined {
    return this.#startedAt;
  }

  /** What calls that have come to their end have cost, as far as known. */
  get spentUsd(): number | undefined {
    return this.#retry?.spentUsd;
  }

  /** Numbers that one of them gave and cannot be. */
  get setAside(): string | undefined {
    return this.#retry?.setAside;
  }

  async readOn(): Promise<void> {
    for await (const { number, entry, rows } of this.#log.readFrom(this.#next)) this.#apply(number, entry, rows);
  }

  /** False when another invocation has written meanwhile: what it wrote is read then, and nothing of this is written. */
  async append(part: Part): Promise<boolean> {
    const entry: LogEntry = {
      writer: this.#writer,
      at: new Date().toISOString(),
      claims: 'claim' in part ? [[PLACE, part.claim.call, part.claim.name]] : [],
      retries: 'retry' in part ? [part.retry] : [],
      settled: 'settled' in part ? [PLACE] : [],
    };
    const results = 'settled' in part ? part.settled : [];
    const isOurs = await this.#log.append(
      this.#next,
      entry,
      results.map((row) => JSON.stringify(row)),
    );
    if (isOurs) this.#apply(this.#next, entry, rowsAsCalled(results));
    else await this.readOn();
    return isOurs;
  }

  #apply(number: number, { at, claims, retries }: LogEntry, rows: readonly ResultRow[]): void {
    this.#next = number + 1;
    this.#settled ??= rows[0];
    for (const [, call, name = ''] of claims) {
      this.#claim = { call, name };
      this.#startedAt ??= at;
      this.#isWaiting = false;
    }
    for (const retry of retries) {
      this.#retry = retry;
      this.#isWaiting = true;
    }
  }
}
