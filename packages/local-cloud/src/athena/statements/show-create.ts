import type { TableRecord } from '../../glue/catalog.ts';
import { fieldId, withFieldIds } from '../../glue/iceberg-fields.ts';
import { withoutMetadataLocation } from '../../glue/metadata-location.ts';
import type { Column } from '../../glue/request.ts';
import { QueryError } from '../sql/query-error.ts';
import { isIceberg } from '../tables/resolve.ts';
import { isView, viewDefinition } from '../tables/views.ts';

/** The statement that would make the table again, line by line. `name` is as the query has it. */
export function createTableLines(name: readonly string[], record: TableRecord): string[] {
  if (isView(record)) {
    throw new QueryError('DDL_FAILED', `${name.join('.')} is a view: use SHOW CREATE VIEW`);
  }
  return isIceberg(record) ? icebergLines(record) : hiveLines(name, record);
}

export function createViewLines(name: readonly string[], record: TableRecord): string[] {
  if (!isView(record)) throw new QueryError('DDL_FAILED', `${name.join('.')} is a table: use SHOW CREATE TABLE`);
  return [`CREATE VIEW ${name.join('.')} AS`, ...viewDefinition(record).sql.split('\n')];
}

/** What SHOW TBLPROPERTIES shows: of a Hive table what it has, of an Iceberg table what Athena knows. */
export function propertiesOf(record: TableRecord): Record<string, string> {
  const { table_type, ...others } = withoutMetadataLocation(record.input).Parameters ?? {};
  if (isIceberg(record)) return { table_type: 'iceberg', ...others };
  return { ...record.input.Parameters, transient_lastDdlTime: String(Math.floor(record.updatedAt / 1000)) };
}

/** What an Iceberg table is partitioned by. */
export function partitionSpec({ input, partitionFields = [] }: TableRecord) {
  const columns = withFieldIds(input).StorageDescriptor?.Columns ?? [];
  return partitionFields.map(({ Name, Transform, SourceId }) => ({
    name: Name,
    transform: Transform,
    column: columns.find((column) => fieldId(column) === SourceId)?.Name ?? '',
  }));
}

/** `bucket[16]` of a column is written `bucket(16, `id`)`. */
function transformOf({ transform, column }: { transform: string; column: string }): string {
  const [, name, size] = /^(\w+)(?:\[(\d+)\])?$/.exec(transform) ?? [];
  if (name === 'identity') return `\`${column}\``;
  return `${name}(${size ? `${size}, ` : ''}\`${column}\`)`;
}

function icebergLines(record: TableRecord): string[] {
  const { StorageDescriptor } = record.input;
  const spec = partitionSpec(record);
  const columns = (StorageDescriptor?.Columns ?? []).map(
    ({ Name, Type = 'string', Comment }) => `  ${Name} ${Type}${Comment ? ` COMMENT ${quote(Comment)}` : ''}`,
  );
  return [
    `CREATE TABLE ${record.databaseName}.${record.input.Name} (`,
    ...joined(columns, ',', ')'),
    ...(spec.length > 0 ? [`PARTITIONED BY (${spec.map(transformOf).join(', ')})`] : []),
    `LOCATION ${quote(StorageDescriptor?.Location ?? '')}`,
    'TBLPROPERTIES (',
    ...joined(pairs(propertiesOf(record)), ',', ''),
    ');',
  ];
}

/** Hive's form, with the spaces at the ends of lines that it has. */
function hiveLines(name: readonly string[], record: TableRecord): string[] {
  const { StorageDescriptor, PartitionKeys = [] } = record.input;
  const { SerializationLibrary = '', Parameters: serde = {} } = StorageDescriptor?.SerdeInfo ?? {};
  const [input, output] = formatsOf(SerializationLibrary);
  const isDeserialized = /json|csv/i.test(SerializationLibrary);
  const column = ({ Name, Type = 'string', Comment }: Column) => {
    const comment = Comment ?? (isDeserialized ? 'from deserializer' : undefined);
    return `  \`${Name}\` ${Type}${comment ? ` COMMENT ${quote(comment)}` : ''}`;
  };
  const { EXTERNAL, ...properties } = propertiesOf(record);
  return [
    `CREATE EXTERNAL TABLE \`${name.join('.')}\`(`,
    ...joined((StorageDescriptor?.Columns ?? []).map(column), ', ', ')'),
    ...(PartitionKeys.length > 0
      ? [
          'PARTITIONED BY ( ',
          ...joined(
            PartitionKeys.map((key) => column({ Comment: '', ...key })),
            ', ',
            ')',
          ),
        ]
      : []),
    'ROW FORMAT SERDE ',
    `  ${quote(SerializationLibrary)} `,
    ...(Object.keys(serde).length > 0 ? ['WITH SERDEPROPERTIES ( ', ...joined(pairs(serde), ', ', ') ')] : []),
    'STORED AS INPUTFORMAT ',
    `  ${quote(StorageDescriptor?.InputFormat ?? input)} `,
    'OUTPUTFORMAT ',
    `  ${quote(StorageDescriptor?.OutputFormat ?? output)}`,
    'LOCATION',
    `  ${quote(StorageDescriptor?.Location ?? '')}`,
    'TBLPROPERTIES (',
    ...joined(pairs(properties), ', ', ')'),
  ];
}

const formatsOf = (serde: string): [string, string] =>
  /parquet/i.test(serde)
    ? [
        'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
        'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
      ]
    : ['org.apache.hadoop.mapred.TextInputFormat', 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat'];

const pairs = (properties: Readonly<Record<string, string>>): string[] =>
  Object.entries(properties).map(([key, value]) => `  ${quote(key)}=${quote(value)}`);

const joined = (lines: readonly string[], between: string, end: string): string[] =>
  lines.map((line, index) => `${line}${index < lines.length - 1 ? between : end}`);

/** As Hive reads it: backslashes before quotes and before themselves. */
const quote = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;
