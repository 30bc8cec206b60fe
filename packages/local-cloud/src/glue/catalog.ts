import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { RegisteredLocations } from '../lakeformation/registered-locations.ts';
import { setAsidePath } from '../store/damaged-file.ts';
import { DurableMap } from '../store/durable-map.ts';
import { withFieldIds } from './iceberg-table.ts';
import type { DatabaseInput, PartitionField, PartitionInput, TableInput } from './request.ts';

export interface DatabaseRecord {
  readonly catalogId: string;
  readonly input: DatabaseInput;
  readonly createdAt: number;
}

export interface TableRecord {
  /** New for every CreateTable, so that a table made again under the same name does not see the old one's rows. */
  readonly id: string;
  readonly catalogId: string;
  readonly databaseName: string;
  readonly input: TableInput;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
  /** The partition spec of an Iceberg table. */
  readonly partitionFields?: readonly PartitionField[];
}

export interface PartitionRecord {
  readonly input: PartitionInput;
  readonly createdAt: number;
}

/** What the Glue Data Catalog knows, on disk. Names are folded to lower case, as Glue does. */
export class Catalog {
  readonly defaultCatalogId: string;
  /** Where tables lie whose files are Lake Formation's to read and write. */
  readonly registered: RegisteredLocations;
  /** Whether tables may have been here that are not any more. */
  readonly wasDamaged: boolean;
  /** Where the metadata of an Iceberg table's rows are, written for it if need be: set by who has the rows. */
  metadataLocation: (record: TableRecord) => Promise<string | undefined> = async () => undefined;
  readonly #databases: DurableMap<DatabaseRecord>;
  readonly #tables: DurableMap<TableRecord>;
  readonly #partitions: DurableMap<PartitionRecord[]>;

  constructor(context: CloudContext) {
    this.defaultCatalogId = context.accountId;
    this.registered = new RegisteredLocations(context);
    const folder = join(context.dataDir, 'glue');
    this.#databases = new DurableMap(join(folder, 'databases.jsonl'));
    this.#tables = new DurableMap(join(folder, 'tables.jsonl'));
    this.wasDamaged = existsSync(setAsidePath(join(folder, 'tables.jsonl')));
    this.#partitions = new DurableMap(join(folder, 'partitions.jsonl'));
  }

  /** The catalog a call means: the account's own when it names none. */
  catalogId(given: string | undefined): string {
    return given || this.defaultCatalogId;
  }

  createDatabase(catalogId: string, given: DatabaseInput): void {
    const input = { ...given, Name: given.Name.toLowerCase() };
    const key = keyOf(catalogId, input.Name);
    if (this.#databases.has(key)) throw new AwsError('AlreadyExistsException', 'Database already exists.');
    this.#databases.set(key, { catalogId, input, createdAt: Date.now() });
  }

  databases(catalogId: string): DatabaseRecord[] {
    return sorted([...this.#databases.values()].filter((found) => found.catalogId === catalogId));
  }

  findDatabase(catalogId: string, name: string): DatabaseRecord | undefined {
    return this.#databases.get(keyOf(catalogId, name));
  }

  database(catalogId: string, name: string): DatabaseRecord {
    const found = this.findDatabase(catalogId, name);
    if (!found) throw new AwsError('EntityNotFoundException', `Database ${name} not found.`);
    return found;
  }

  updateDatabase(catalogId: string, name: string, given: DatabaseInput): void {
    const { createdAt } = this.database(catalogId, name);
    const input = { ...given, Name: name.toLowerCase() };
    this.#databases.set(keyOf(catalogId, name), { catalogId, input, createdAt });
  }

  /** Glue deletes a database's tables with it. */
  deleteDatabase(catalogId: string, name: string): void {
    this.database(catalogId, name);
    for (const table of this.tables(catalogId, name)) this.deleteTable(catalogId, name, table.input.Name);
    this.#databases.delete(keyOf(catalogId, name));
  }

  createTable(
    catalogId: string,
    databaseName: string,
    given: TableInput,
    createdBy: string,
    partitionFields?: readonly PartitionField[],
  ): TableRecord {
    this.database(catalogId, databaseName);
    const input = withFieldIds({ ...given, Name: given.Name.toLowerCase() });
    const key = keyOf(catalogId, databaseName, input.Name);
    if (this.#tables.has(key)) throw new AwsError('AlreadyExistsException', 'Table already exists.');
    const now = Date.now();
    const record: TableRecord = {
      id: randomUUID(),
      catalogId,
      databaseName: databaseName.toLowerCase(),
      input,
      createdBy,
      createdAt: now,
      updatedAt: now,
      version: 0,
      ...(partitionFields ? { partitionFields } : {}),
    };
    this.#tables.set(key, record);
    return record;
  }

  tables(catalogId: string, databaseName: string): TableRecord[] {
    this.database(catalogId, databaseName);
    const name = databaseName.toLowerCase();
    return sorted(
      [...this.#tables.values()].filter((table) => table.catalogId === catalogId && table.databaseName === name),
    );
  }

  allTables(): Iterable<TableRecord> {
    return this.#tables.values();
  }

  findTable(catalogId: string, databaseName: string, name: string): TableRecord | undefined {
    return this.#tables.get(keyOf(catalogId, databaseName, name));
  }

  table(catalogId: string, databaseName: string, name: string): TableRecord {
    this.database(catalogId, databaseName);
    const found = this.findTable(catalogId, databaseName, name);
    if (!found) throw new AwsError('EntityNotFoundException', `Table ${name} not found.`);
    return found;
  }

  updateTable(catalogId: string, databaseName: string, given: TableInput): TableRecord {
    const before = this.table(catalogId, databaseName, given.Name);
    const input = withFieldIds({ ...given, Name: given.Name.toLowerCase() }, withFieldIds(before.input));
    const record = { ...before, input, updatedAt: Date.now(), version: before.version + 1 };
    this.#tables.set(keyOf(catalogId, databaseName, input.Name), record);
    return record;
  }

  deleteTable(catalogId: string, databaseName: string, name: string): void {
    this.table(catalogId, databaseName, name);
    const key = keyOf(catalogId, databaseName, name);
    this.#tables.delete(key);
    this.#partitions.delete(key);
  }

  partitions(catalogId: string, databaseName: string, name: string): PartitionRecord[] {
    this.table(catalogId, databaseName, name);
    return this.#partitions.get(keyOf(catalogId, databaseName, name)) ?? [];
  }

  addPartition(catalogId: string, databaseName: string, name: string, input: PartitionInput): void {
    const before = this.partitions(catalogId, databaseName, name);
    if (before.some((partition) => hasValues(partition, input.Values))) {
      throw new AwsError('AlreadyExistsException', 'Partition already exists.');
    }
    this.#partitions.set(keyOf(catalogId, databaseName, name), [...before, { input, createdAt: Date.now() }]);
  }

  /** Whether there was one. */
  deletePartition(catalogId: string, databaseName: string, name: string, values: readonly string[]): boolean {
    const before = this.partitions(catalogId, databaseName, name);
    const kept = before.filter((partition) => !hasValues(partition, values));
    if (kept.length === before.length) return false;
    this.#partitions.set(keyOf(catalogId, databaseName, name), kept);
    return true;
  }

  close(): void {
    this.#databases.close();
    this.#tables.close();
    this.#partitions.close();
    this.registered.close();
  }
}

const hasValues = ({ input }: PartitionRecord, values: readonly string[]): boolean =>
  JSON.stringify(input.Values) === JSON.stringify(values);

const keyOf = (...names: string[]): string => names.map((name) => name.toLowerCase()).join('\n');

function sorted<Record extends { input: { Name: string } }>(records: Record[]): Record[] {
  return records.sort((a, b) => (a.input.Name < b.input.Name ? -1 : 1));
}
