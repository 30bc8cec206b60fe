import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { AppendLog } from '../store/append-log.ts';
import type { Item } from './attribute-value.ts';
import { invalid, noSuchTable } from './errors.ts';
import { keyOf } from './key.ts';
import { hasExpired, Table } from './table.ts';
import type { TableDefinition } from './table-definition.ts';

/** One record on disk. All tables share one log, so that a transaction over several of them is one line. */
type Entry =
  | { readonly table: string; readonly define: TableDefinition }
  | { readonly table: string; readonly drop: true }
  | { readonly table: string; readonly put: Item }
  | { readonly table: string; readonly delete: Item };

/** A write that has passed all its checks: the item to store, or the key of the one to remove. */
export interface Change {
  readonly table: Table;
  readonly put?: Item;
  readonly delete?: Item;
}

const TABLE_NAME = /^[a-zA-Z0-9_.-]{3,255}$/;
const SWEEP_MS = 60_000;

/** Every table of the account. All work is synchronous, so each operation is atomic by nature. */
export class Tables {
  readonly #context: CloudContext;
  readonly #tables = new Map<string, Table>();
  readonly #log: AppendLog<Entry>;
  readonly #sweeper: NodeJS.Timeout;

  constructor(context: CloudContext) {
    this.#context = context;
    this.#log = new AppendLog<Entry>({
      path: join(context.dataDir, 'dynamodb', 'tables.jsonl'),
      replay: (entry) => this.#replay(entry),
      snapshot: () => this.#snapshot(),
    });
    this.#sweeper = setInterval(() => this.removeExpired(Date.now()), SWEEP_MS).unref();
  }

  arn(nameOrArn: unknown): string {
    const text = String(nameOrArn);
    return text.startsWith('arn:')
      ? text
      : `arn:aws:dynamodb:${this.#context.region}:${this.#context.accountId}:table/${text}`;
  }

  names(): string[] {
    return [...this.#tables.keys()].sort();
  }

  find(name: string): Table | undefined {
    return this.#tables.get(name);
  }

  /** By name or ARN. */
  get(nameOrArn: string, describe?: 'name it'): Table {
    const name = nameOrArn.startsWith('arn:') ? nameOrArn.slice(nameOrArn.indexOf(':table/') + 7) : nameOrArn;
    const table = this.#tables.get(name);
    if (!table && !TABLE_NAME.test(name)) {
      throw invalid(
        "Invalid table/index name.  Table/index names must be between 3 and 255 characters long, and may contain only the characters a-z, A-Z, 0-9, '_', '-', and '.'",
      );
    }
    if (!table) throw noSuchTable(describe && name);
    return table;
  }

  create(definition: TableDefinition): Table {
    if (this.#tables.has(definition.TableName)) {
      throw new AwsError('ResourceInUseException', `Table already exists: ${definition.TableName}`);
    }
    return this.define(definition);
  }

  /** Stores a definition; items of a table of that name are kept and indexed anew. */
  define(definition: TableDefinition): Table {
    const entry: Entry = { table: definition.TableName, define: definition };
    this.#log.append(entry);
    this.#replay(entry);
    return this.get(definition.TableName);
  }

  drop(name: string): void {
    const entry: Entry = { table: name, drop: true };
    this.#log.append(entry);
    this.#replay(entry);
  }

  commit(changes: readonly Change[]): void {
    const entries = changes.map(({ table, put, delete: key }): Entry => {
      const name = table.definition.TableName;
      return put ? { table: name, put } : { table: name, delete: key as Item };
    });
    this.#log.appendAll(entries);
    for (const entry of entries) this.#replay(entry);
  }

  /** Time to live: AWS removes expired items some time after they expire, and so does this. */
  removeExpired(now: number): void {
    for (const table of this.#tables.values()) {
      const { ttlAttribute } = table.definition;
      if (!ttlAttribute) continue;
      const expired = [...table.items.scan(undefined, 0, 1)].filter((item) =>
        hasExpired(item, ttlAttribute, now / 1000),
      );
      this.commit(expired.map((item) => ({ table, delete: keyOf(item, table.key) })));
    }
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#log.close();
  }

  #replay(entry: Entry): void {
    if ('define' in entry) {
      const old = this.#tables.get(entry.table);
      const table = new Table(entry.define);
      for (const item of old?.items.scan(undefined, 0, 1) ?? []) table.put(item);
      this.#tables.set(entry.table, table);
    } else if ('drop' in entry) {
      this.#tables.delete(entry.table);
    } else if ('put' in entry) {
      this.#tables.get(entry.table)?.put(entry.put);
    } else if ('delete' in entry) {
      this.#tables.get(entry.table)?.delete(entry.delete);
    } else {
      throw new Error('an entry of no known kind');
    }
  }

  *#snapshot(): Iterable<Entry> {
    for (const [name, table] of this.#tables) {
      yield { table: name, define: table.definition };
      for (const put of table.items.scan(undefined, 0, 1)) yield { table: name, put };
    }
  }
}
