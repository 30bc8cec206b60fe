import { type DataFile, partitionSummaries, sum } from '../iceberg/manifests.ts';
import type { ColumnMetrics } from '../iceberg/metrics.ts';
import { type StoredValue, toSql, toText } from '../iceberg/stored-value.ts';
import { type Published, summaryOf } from '../iceberg/table-metadata.ts';
import { quoted } from '../sql/render.ts';
import { type ConstantRelation, cell, constantRelation } from './constant-relation.ts';

/** `"t$snapshots"` and the like: what the files of an Iceberg table say of themselves. */
export const ICEBERG_SYSTEM_TABLES: Readonly<Record<string, (published: Published) => ConstantRelation>> = {
  snapshots: (published) =>
    constantRelation(
      {
        committed_at: 'TIMESTAMPTZ',
        snapshot_id: 'BIGINT',
        parent_id: 'BIGINT',
        operation: 'VARCHAR',
        manifest_list: 'VARCHAR',
        summary: 'MAP(VARCHAR, VARCHAR)',
      },
      ofSnapshot(published, ({ id, manifestList }) => [
        time(published),
        cell(id),
        'NULL',
        cell('append'),
        cell(manifestList),
        map(Object.entries(summaryOf(published)).map(([name, value]) => [cell(name), cell(value)])),
      ]),
    ),
  history: (published) =>
    constantRelation(
      { made_current_at: 'TIMESTAMPTZ', snapshot_id: 'BIGINT', parent_id: 'BIGINT', is_current_ancestor: 'BOOLEAN' },
      ofSnapshot(published, ({ id }) => [time(published), cell(id), 'NULL', 'true']),
    ),
  refs: (published) =>
    constantRelation(
      {
        name: 'VARCHAR',
        type: 'VARCHAR',
        snapshot_id: 'BIGINT',
        max_reference_age_in_ms: 'BIGINT',
        min_snapshots_to_keep: 'INTEGER',
        max_snapshot_age_in_ms: 'BIGINT',
      },
      ofSnapshot(published, ({ id }) => [cell('main'), cell('BRANCH'), cell(id), 'NULL', 'NULL', 'NULL']),
    ),
  manifests: (published) =>
    constantRelation(
      {
        path: 'VARCHAR',
        length: 'BIGINT',
        partition_spec_id: 'INTEGER',
        added_snapshot_id: 'BIGINT',
        added_data_files_count: 'INTEGER',
        added_rows_count: 'BIGINT',
        existing_data_files_count: 'INTEGER',
        existing_rows_count: 'BIGINT',
        deleted_data_files_count: 'INTEGER',
        deleted_rows_count: 'BIGINT',
        partitions:
          'STRUCT("contains_null" BOOLEAN, "contains_nan" BOOLEAN, "lower_bound" VARCHAR, "upper_bound" VARCHAR)[]',
      },
      ofSnapshot(published, ({ id, manifest }) => [
        cell(manifest.uri),
        cell(manifest.bytes),
        '0',
        cell(id),
        cell(published.files.length),
        cell(sum(published.files, ({ rows }) => rows)),
        ...['0', '0', '0', '0'],
        summaries(published),
      ]),
    ),
  files: ({ files }) =>
    constantRelation(
      {
        content: 'INTEGER',
        file_path: 'VARCHAR',
        file_format: 'VARCHAR',
        record_count: 'BIGINT',
        file_size_in_bytes: 'BIGINT',
        column_sizes: 'MAP(INTEGER, BIGINT)',
        value_counts: 'MAP(INTEGER, BIGINT)',
        null_value_counts: 'MAP(INTEGER, BIGINT)',
        nan_value_counts: 'MAP(INTEGER, BIGINT)',
        lower_bounds: 'MAP(INTEGER, VARCHAR)',
        upper_bounds: 'MAP(INTEGER, VARCHAR)',
        key_metadata: 'BLOB',
        split_offsets: 'BIGINT[]',
        equality_ids: 'INTEGER[]',
      },
      files.map((file) => [
        '0',
        cell(file.uri),
        cell('PARQUET'),
        cell(file.rows),
        cell(file.bytes),
        byField(file, ({ bytes }) => bytes),
        byField(file, ({ values }) => values),
        byField(file, ({ nulls }) => nulls),
        byField(file, ({ nans }) => nans),
        byField(file, ({ type, lower }) => (lower === undefined ? undefined : toText(type, lower))),
        byField(file, ({ type, upper }) => (upper === undefined ? undefined : toText(type, upper))),
        ...['NULL', 'NULL', 'NULL'],
      ]),
    ),
  partitions: partitionsTable,
};

const ofSnapshot = (
  { snapshot }: Published,
  row: (snapshot: NonNullable<Published['snapshot']>) => string[],
): string[][] => (snapshot ? [row(snapshot)] : []);

const time = ({ writtenAt }: Published): string => `make_timestamp(${writtenAt}000)`;

const map = (entries: readonly (readonly [string, string])[]): string =>
  `MAP([${entries.map(([key]) => key).join(', ')}], [${entries.map(([, value]) => value).join(', ')}])`;

function byField({ metrics }: DataFile, told: (column: ColumnMetrics) => string | number | undefined): string {
  const known = metrics.map((column) => [cell(column.field), told(column)] as const);
  return map(known.flatMap(([field, value]) => (value === undefined ? [] : [[field, cell(value)] as const])));
}

function summaries({ files, partitions }: Published): string {
  const rows = partitionSummaries(files, partitions).map(({ hasNull, lower, upper }, index) => {
    const type = partitions[index]?.type ?? '';
    const text = (value: typeof lower) => cell(value === undefined ? undefined : toText(type, value));
    return `{contains_null: ${hasNull}, contains_nan: NULL, lower_bound: ${text(lower)}, upper_bound: ${text(upper)}}`;
  });
  return `[${rows.join(', ')}]`;
}

const DUCK_TYPES: Readonly<Record<string, string>> = {
  int: 'INTEGER',
  long: 'BIGINT',
  string: 'VARCHAR',
  binary: 'BLOB',
  timestamptz: 'TIMESTAMPTZ',
};

const duckType = (type: string): string => DUCK_TYPES[type] ?? type.toUpperCase();

/** One row a partition: what it is, how many rows and files, and the bounds of the columns that do not make it. */
function partitionsTable({ files, fields, partitions }: Published): ConstantRelation {
  const made = new Set(partitions.filter(({ transform }) => transform === 'identity').map(({ source }) => source.id));
  const measured = fields.flatMap(({ id, name, type }) =>
    typeof type === 'string' && !made.has(id) ? [{ id, name, type }] : [],
  );
  const bounds = (type: string) => `STRUCT("min" ${type}, "max" ${type}, "null_count" BIGINT, "nan_count" BIGINT)`;
  const columns = {
    ...(partitions.length > 0 ? { partition: struct(partitions, ({ type }) => duckType(type)) } : {}),
    record_count: 'BIGINT',
    file_count: 'BIGINT',
    total_size: 'BIGINT',
    ...(measured.length > 0 ? { data: struct(measured, ({ type }) => bounds(duckType(type))) } : {}),
  };
  const rows = [...byPartition(files).values()].map((own) => [
    ...(partitions.length > 0
      ? [row(partitions, ({ type }, index) => toSql(type, own[0]?.partition[index] ?? null))]
      : []),
    cell(sum(own, (file) => file.rows)),
    cell(own.length),
    cell(sum(own, (file) => file.bytes)),
    ...(measured.length > 0 ? [row(measured, ({ id, type }) => boundsOf(own, id, type))] : []),
  ]);
  return constantRelation(columns, rows);
}

const struct = <Field extends { readonly name: string }>(fields: readonly Field[], type: (field: Field) => string) =>
  `STRUCT(${fields.map((field) => `${quoted(field.name)} ${type(field)}`).join(', ')})`;

const row = <Field extends { readonly name: string }>(
  fields: readonly Field[],
  value: (field: Field, index: number) => string,
): string => `{${fields.map((field, index) => `${cell(field.name)}: ${value(field, index)}`).join(', ')}}`;

function byPartition(files: readonly DataFile[]): Map<string, DataFile[]> {
  const found = new Map<string, DataFile[]>();
  for (const file of files) {
    const key = JSON.stringify(file.partition.map((value) => (value === null ? null : String(value))));
    found.set(key, [...(found.get(key) ?? []), file]);
  }
  return found;
}

/** What the files of a partition tell of a column: large partitions have several. */
function boundsOf(files: readonly DataFile[], field: number, type: string): string {
  const told = files.map(({ metrics }) => metrics.find((column) => column.field === field));
  const texts = (value: (column: ColumnMetrics | undefined) => StoredValue | undefined) =>
    told.map((column) => `CAST(${toSql(type, value(column) ?? null)} AS ${duckType(type)})`).join(', ');
  const total = (value: (column: ColumnMetrics | undefined) => number | undefined) =>
    told.some((column) => value(column) === undefined)
      ? 'NULL'
      : cell(told.reduce((all, column) => all + (value(column) ?? 0), 0));
  return (
    `{min: least(${texts((column) => column?.lower)}), max: greatest(${texts((column) => column?.upper)}), ` +
    `null_count: ${total((column) => column?.nulls)}, nan_count: ${total((column) => column?.nans)}}`
  );
}
