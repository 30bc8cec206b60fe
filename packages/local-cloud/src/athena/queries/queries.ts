import { join } from 'node:path';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import { DurableMap } from '../../store/durable-map.ts';
import type { ColumnInfo } from '../engine/result-columns.ts';
import { invalidRequest } from '../request.ts';
import type { NameContext } from '../tables/table-name.ts';

export type QueryState = 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** One query execution, as far as it has come. */
export interface QueryRecord {
  readonly id: string;
  readonly sql: string;
  readonly statementType: 'DML' | 'DDL' | 'UTILITY';
  readonly substatementType: string;
  readonly names: NameContext;
  /** The names as the caller gave them. */
  readonly context: { readonly Catalog?: string; readonly Database?: string };
  readonly parameters: readonly string[];
  readonly workGroup: string;
  /** The folder for results, and the one file that GetQueryExecution names. */
  readonly location: string;
  readonly outputUri: string;
  readonly cutoff?: number;
  /** The engine version that the workgroup asks for; none is AUTO. */
  readonly engine?: string;
  readonly token: string;
  /** What the token stands for: the same token with other parameters is refused. */
  readonly fingerprint: string;
  readonly caller: Caller;
  readonly submittedAt: number;
  readonly startedAt?: number;
  readonly completedAt?: number;
  readonly state: QueryState;
  readonly reason?: string;
  readonly error?: { readonly category: number; readonly type: number; readonly message: string };
  readonly bytes: number;
  readonly columns: readonly ColumnInfo[];
  readonly updateCount?: number;
  readonly manifest?: string;
}

export const isOver = (state: QueryState): boolean =>
  state === 'SUCCEEDED' || state === 'FAILED' || state === 'CANCELLED';

/** All query executions, on disk. Those that were under way when the process ended are shown as failed. */
export class Queries {
  readonly #records: DurableMap<QueryRecord>;
  /** Queries under way: their progress is not written down, only their end. */
  readonly #active = new Map<string, QueryRecord>();
  readonly #byToken = new Map<string, string>();

  constructor(context: CloudContext) {
    this.#records = new DurableMap(join(context.dataDir, 'athena', 'queries.jsonl'));
    for (const record of [...this.#records.values()]) {
      this.#byToken.set(record.token, record.id);
      if (!isOver(record.state)) this.#records.set(record.id, interrupted(record));
    }
  }

  add(record: QueryRecord): void {
    this.#active.set(record.id, record);
    this.#byToken.set(record.token, record.id);
    this.#records.set(record.id, record);
  }

  update(id: string, change: Partial<QueryRecord>): QueryRecord {
    const record = { ...this.get(id), ...change };
    if (isOver(record.state)) {
      this.#active.delete(id);
      this.#records.set(id, record);
    } else {
      this.#active.set(id, record);
    }
    return record;
  }

  find(id: unknown): QueryRecord | undefined {
    return this.#active.get(String(id)) ?? this.#records.get(String(id));
  }

  get(id: string): QueryRecord {
    const found = this.find(id);
    if (!found) throw invalidRequest(`QueryExecution ${id} was not found`, 'QUERY_EXECUTION_NOT_FOUND');
    return found;
  }

  byToken(token: string): QueryRecord | undefined {
    const id = this.#byToken.get(token);
    return id === undefined ? undefined : this.find(id);
  }

  get activeCount(): number {
    return this.#active.size;
  }

  /** Newest first. */
  ofWorkGroup(name: string): QueryRecord[] {
    return [...this.#records.values()].filter((record) => record.workGroup === name).reverse();
  }

  close(): void {
    for (const record of this.#active.values()) this.#records.set(record.id, interrupted(record));
    this.#records.close();
  }
}

function interrupted(record: QueryRecord): QueryRecord {
  const reason = 'The local cloud was stopped while this query was under way.';
  return {
    ...record,
    state: 'FAILED',
    reason,
    error: { category: 1, type: 200, message: reason },
    completedAt: Date.now(),
  };
}
