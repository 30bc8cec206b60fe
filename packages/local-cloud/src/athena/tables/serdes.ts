import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRecord } from '../../glue/catalog.ts';
import type { StoredObject } from '../../s3/service.ts';
import { literal } from '../sql/functions/function.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import type { TableColumn } from './iceberg-tables.ts';

/** Makes table functions over files; several when they must be read in different ways. */
type Reader = (
  objects: readonly StoredObject[],
  columns: readonly TableColumn[],
  connection: DuckDBConnection,
) => Promise<string[]> | string[];

/** OpenCSVSerde knows no NULL; this private character stands in no file. */
const NO_NULL = '\uE000';

/** One row's object may hold a few values of some megabytes. */
const LARGEST_JSON_OBJECT = 32 * 1024 * 1024;

const JSON_SERDES = new Set([
  'org.openx.data.jsonserde.JsonSerDe',
  'org.apache.hive.hcatalog.data.JsonSerDe',
  'org.apache.hadoop.hive.serde2.JsonSerDe',
]);

/** How a table's files are read, by the serializer the catalog names. */
export function readerFor(record: TableRecord): Reader {
  const serde = record.input.StorageDescriptor?.SerdeInfo;
  const name = serde?.SerializationLibrary ?? '';
  const properties = serde?.Parameters ?? {};
  if (JSON_SERDES.has(name)) return jsonReader(properties['ignore.malformed.json']?.toLowerCase() === 'true');
  if (name.endsWith('ParquetHiveSerDe')) return readParquet;
  const skip = Number(record.input.Parameters?.['skip.header.line.count'] ?? 0);
  if (name.endsWith('OpenCSVSerde')) {
    return textReader({
      delimiter: properties.separatorChar ?? ',',
      quote: properties.quoteChar ?? '"',
      escape: properties.escapeChar ?? '\\',
      nullText: undefined,
      skip,
    });
  }
  if (name.endsWith('LazySimpleSerDe')) {
    const delimiter = properties['field.delim'] ?? properties['serialization.format'] ?? '\u0001';
    return textReader({ delimiter, quote: '', escape: '', nullText: '\\N', skip });
  }
  throw new QueryError('NOT_SUPPORTED', `The local cloud does not read tables with the serializer ${name || '(none)'}`);
}

/** Files are read as gzip by their name's ending, as Athena does. */
function byCompression(
  objects: readonly StoredObject[],
  source: (files: string, compression: string) => string,
): string[] {
  const zipped = objects.filter((object) => object.key.endsWith('.gz'));
  const plain = objects.filter((object) => !object.key.endsWith('.gz'));
  return [
    ...(plain.length > 0 ? [source(fileList(plain), 'uncompressed')] : []),
    ...(zipped.length > 0 ? [source(fileList(zipped), 'gzip')] : []),
  ];
}

const fileList = (objects: readonly StoredObject[]): string =>
  `[${objects.map((object) => literal(object.path)).join(',')}]`;

const columnTypes = (columns: readonly TableColumn[], type = (column: TableColumn) => column.duckType): string =>
  `{${columns.map((column) => `${literal(column.name)}: ${literal(type(column))}`).join(', ')}}`;

function jsonReader(ignoreMalformed: boolean): Reader {
  return (objects, columns) =>
    byCompression(
      objects,
      (files, compression) =>
        `read_json(${files}, columns = ${columnTypes(columns)}, format = 'newline_delimited', compression = '${compression}',
          maximum_object_size = ${LARGEST_JSON_OBJECT}, ignore_errors = ${ignoreMalformed}, hive_partitioning = false)`,
    );
}

interface TextFormat {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly nullText: string | undefined;
  readonly skip: number;
}

/** Text is read as text and then cast: a value that does not fit its column's type is NULL. */
function textReader(format: TextFormat): Reader {
  return (objects, columns) =>
    byCompression(objects, (files, compression) => {
      const casts = columns.map(
        (column) => `TRY_CAST(${quoted(column.name)} AS ${column.duckType}) AS ${quoted(column.name)}`,
      );
      return `(SELECT ${casts.join(', ')} FROM read_csv(${files}, columns = ${columnTypes(columns, () => 'VARCHAR')},
        auto_detect = false, header = false, skip = ${format.skip}, compression = '${compression}',
        delim = ${literal(format.delimiter)}, quote = ${literal(format.quote)}, escape = ${literal(format.escape)},
        nullstr = ${literal(format.nullText ?? NO_NULL)}, null_padding = true, max_line_size = ${LARGEST_JSON_OBJECT},
        hive_partitioning = false))`;
    });
}

/** Columns are found by name; one that the files lack is NULL. */
const readParquet: Reader = async (objects, columns, connection) => {
  const source = `read_parquet(${fileList(objects)}, union_by_name = true, hive_partitioning = false)`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
  const present = new Set(described.getRows().map(([name]) => String(name).toLowerCase()));
  const select = columns.map((column) => {
    const value = present.has(column.name)
      ? `CAST(${quoted(column.name)} AS ${column.duckType})`
      : `CAST(NULL AS ${column.duckType})`;
    return `${value} AS ${quoted(column.name)}`;
  });
  return [`(SELECT ${select.join(', ')} FROM ${source})`];
};
