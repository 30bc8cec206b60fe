import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AwsError } from '../../aws-error.ts';
import type { TableRecord } from '../../glue/catalog.ts';
import { fieldId, isIcebergInput, withFieldIds } from '../../glue/iceberg-table.ts';
import type { StoredObjects } from '../../s3/service.ts';
import { OWNER_FILE, OWNER_FOLDER } from '../../store/owner-only.ts';
import type { Database } from '../engine/database.ts';
import { resultColumns } from '../engine/result-columns.ts';
import { removeFolder } from '../engine/write-files.ts';
import { quoted } from '../sql/render.ts';
import type { IcebergTables } from '../tables/iceberg-tables.ts';
import { type Location, parseLocation } from '../tables/location.ts';
import { isS3Tables } from '../tables/table-name.ts';
import { type DataFile, manifest, manifestList } from './manifests.ts';
import { partitionColumns } from './partition-spec.ts';
import { type IcebergField, icebergType } from './schema.ts';
import { type Published, tableMetadata } from './table-metadata.ts';
import { writeRows } from './write-rows.ts';

/** What of a table's files is ours, and which time they were written. */
const OURS =
  /^(?:data|metadata)\/.*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-m0)?\.(?:parquet|avro|metadata\.json)$/;

const HINT = 'metadata/version-hint.text';

/**
 * The files of Iceberg tables: metadata, manifests and Parquet below a table's location. Rows are kept by DuckDB, and a
 * commit writes no files; they are written, all of a table's, when somebody asks where its metadata are and it has
 * changed since. So a location that is given out is that of a file with the rows that Athena answers.
 */
export class TableFiles {
  readonly #database: Database;
  readonly #iceberg: IcebergTables;
  readonly #objects: StoredObjects;
  readonly #written = new Map<string, { readonly uri: string; readonly of: string }>();
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(database: Database, iceberg: IcebergTables, objects: StoredObjects) {
    this.#database = database;
    this.#iceberg = iceberg;
    this.#objects = objects;
  }

  /** Where the metadata of the table's rows are. Tables in table buckets are reached by their service alone. */
  async metadataLocation(record: TableRecord): Promise<string | undefined> {
    const place = placeOf(record);
    if (!place) return undefined;
    const of = `${record.version} ${this.#iceberg.changesOf(record)}`;
    const written = this.#written.get(record.id);
    if (written?.of === of) return written.uri;
    const underWay = this.#underWay.get(record.id);
    if (underWay) {
      await underWay;
      return this.metadataLocation(record);
    }
    const writing = this.#write(record, place);
    this.#underWay.set(record.id, writing);
    try {
      const uri = await writing;
      this.#written.set(record.id, { uri, of });
      return uri;
    } finally {
      this.#underWay.delete(record.id);
    }
  }

  /** As Athena's DROP TABLE does. */
  delete(record: TableRecord): void {
    this.#written.delete(record.id);
    const place = placeOf(record);
    try {
      if (!place || !this.#hint(place)) return;
      this.#deleteAllBut(place, []);
      this.#objects.delete(place.bucket, `${place.prefix}${HINT}`);
    } catch (error) {
      // Without its bucket a table has no files.
      if (!(error instanceof AwsError)) throw error;
    }
  }

  async #write(record: TableRecord, place: Location): Promise<string> {
    const time = randomUUID();
    const scratch = join(this.#database.scratch, time);
    await mkdir(scratch, { recursive: true, mode: OWNER_FOLDER });
    const connection = await this.#database.connect();
    const put = async (name: string, path: string) => {
      await this.#objects.putFile(place.bucket, `${place.prefix}${name}`, path);
      return `s3://${place.bucket}/${place.prefix}${name}`;
    };
    const putText = (name: string, content: Buffer | string) => {
      const path = join(scratch, 'next');
      writeFileSync(path, content, { mode: OWNER_FILE });
      return put(name, path);
    };
    try {
      const before = this.#hint(place);
      const sequence = Number(before?.split('-')[0] ?? 0) + 1;
      const table = await this.#iceberg.ensure(record);
      const { fields, lastColumnId } = await fieldsOf(connection, record, table);
      const partitions = partitionColumns(record, fields);
      const files: DataFile[] = [];
      for (const { path, ...file } of await writeRows(connection, table, fields, partitions, scratch)) {
        const uri = await put(`data/${String(files.length).padStart(5, '0')}-${time}.parquet`, path);
        files.push({ ...file, uri });
      }
      const content = { fields, lastColumnId, partitions, sequence, files, writtenAt: Date.now() };
      const snapshot = files.length > 0 ? await putManifests(content, time, putText) : undefined;
      const location = `s3://${place.bucket}/${place.prefix}`.replace(/\/$/, '');
      const version = `${String(sequence).padStart(5, '0')}-${time}`;
      const metadata = JSON.stringify(tableMetadata(record, location, { ...content, snapshot }));
      const uri = await putText(`metadata/${version}.metadata.json`, metadata);
      await putText(HINT, version);
      this.#deleteAllBut(place, [version, before ?? '']);
      return uri;
    } finally {
      connection.closeSync();
      await removeFolder(scratch);
    }
  }

  /** The version written last: as `version-hint.text` has it, which readers of a folder of files look for. */
  #hint({ bucket, prefix }: Location): string | undefined {
    const found = this.#objects.get(bucket, `${prefix}${HINT}`);
    return found && readFileSync(found.path, 'utf8');
  }

  /** A reader that was given the version before has time to end. */
  #deleteAllBut({ bucket, prefix }: Location, versions: readonly string[]): void {
    for (const { key } of [...this.#objects.list(bucket, prefix)]) {
      const [, time] = OURS.exec(key.slice(prefix.length)) ?? [];
      if (time && !versions.some((version) => version.endsWith(time))) this.#objects.delete(bucket, key);
    }
  }
}

function placeOf(record: TableRecord): Location | undefined {
  const location = record.input.StorageDescriptor?.Location;
  return location && isIcebergInput(record.input) && !isS3Tables(record) ? parseLocation(location) : undefined;
}

async function fieldsOf(
  connection: DuckDBConnection,
  record: TableRecord,
  table: string,
): Promise<{ fields: IcebergField[]; lastColumnId: number }> {
  const columns = withFieldIds(record.input).StorageDescriptor?.Columns ?? [];
  const types = await resultColumns(
    connection,
    `SELECT ${columns.map(({ Name }) => quoted(Name.toLowerCase())).join(', ')} FROM ${table}`,
  );
  const ids = columns.map((column) => fieldId(column) ?? 0);
  let lastColumnId = Math.max(...ids);
  const fields = types.map(({ name, type }, index) => ({
    id: ids[index] ?? 0,
    name,
    required: false,
    type: icebergType(type, () => ++lastColumnId),
  }));
  return { fields, lastColumnId };
}

async function putManifests(
  { files, fields, partitions, sequence }: Published,
  time: string,
  put: (name: string, content: Buffer) => Promise<string>,
): Promise<Published['snapshot']> {
  const snapshot = { id: randomInt(10 ** 13, 10 ** 14), sequence };
  const content = manifest(files, fields, partitions, snapshot);
  const listed = { uri: await put(`metadata/${time}-m0.avro`, content), bytes: content.length };
  const list = manifestList(listed, files, partitions, snapshot);
  const name = `metadata/snap-${snapshot.id}-1-${time}.avro`;
  return { ...snapshot, manifest: listed, manifestList: await put(name, list) };
}
