import { type DuckDBConnection, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { Column } from '../sql/analysis/scope.ts';
import type { Type } from '../sql/analysis/types.ts';
import { literal } from '../sql/functions/function.ts';
import { quoted } from '../sql/render.ts';
import { localTime, UTC } from '../sql/time-zone.ts';

/** A column of a query's result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
  /** What Trino calls the type, where that says more. */
  readonly trino?: Type;
}

/** What the analysis of a query knows about its columns, if it knows them all. */
export const typedBy = (known: readonly Column[] | undefined, columns: ResultColumn[]): ResultColumn[] =>
  known?.length === columns.length
    ? columns.map((column, index) => ({ ...column, trino: known[index]?.type }))
    : columns;

/** The columns a query gives, without running it. */
export async function resultColumns(connection: DuckDBConnection, sql: string): Promise<ResultColumn[]> {
  const prepared = await connection.prepare(sql);
  try {
    return Array.from({ length: prepared.columnCount }, (_none, index) => ({
      name: prepared.columnName(index),
      type: prepared.columnType(index),
    }));
  } finally {
    prepared.destroySync();
  }
}

/** Athena's name for a type, as ColumnInfo has it. */
export function athenaType(type: DuckDBType): string {
  if (type.alias === 'JSON') return 'json';
  switch (type.typeId) {
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UBIGINT:
      return 'bigint';
    case DuckDBTypeId.UINTEGER:
      return 'bigint';
    case DuckDBTypeId.FLOAT:
      return 'float';
    case DuckDBTypeId.DECIMAL:
      return 'decimal';
    case DuckDBTypeId.BLOB:
      return 'varbinary';
    case DuckDBTypeId.TIMESTAMP_TZ:
      return 'timestamp with time zone';
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_NS:
      return 'timestamp';
    case DuckDBTypeId.INTERVAL:
      return 'interval day to second';
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return 'array';
    case DuckDBTypeId.MAP:
      return 'map';
    case DuckDBTypeId.STRUCT:
      return 'row';
    default:
      return String(type).toLowerCase();
  }
}

/** The type in full, for messages: `array(varchar)`, `decimal(10,2)`. */
export function trinoType(type: DuckDBType): string {
  if (type.typeId === DuckDBTypeId.LIST && 'valueType' in type) return `array(${trinoType(type.valueType)})`;
  if (type.typeId === DuckDBTypeId.DECIMAL) return String(type).toLowerCase();
  return athenaType(type) === 'timestamp' ? 'timestamp(3)' : athenaType(type);
}

export interface ColumnInfo {
  readonly CatalogName: string;
  readonly SchemaName: string;
  readonly TableName: string;
  readonly Name: string;
  readonly Label: string;
  readonly Type: string;
  readonly Precision: number;
  readonly Scale: number;
  readonly Nullable: 'UNKNOWN';
  readonly CaseSensitive: boolean;
}

const PRECISIONS: Readonly<Record<string, number>> = {
  boolean: 0,
  tinyint: 3,
  smallint: 5,
  integer: 10,
  bigint: 19,
  float: 17,
  double: 17,
  date: 0,
  timestamp: 3,
  'timestamp with time zone': 3,
  time: 3,
  varchar: 2147483647,
  varbinary: 1073741824,
};

export function columnInfo(name: string, type: string, precision = PRECISIONS[type] ?? 0, scale = 0): ColumnInfo {
  return {
    CatalogName: 'hive',
    SchemaName: '',
    TableName: '',
    Name: name,
    Label: name,
    Type: type,
    Precision: precision,
    Scale: scale,
    Nullable: 'UNKNOWN',
    CaseSensitive: type === 'varchar' || type === 'char',
  };
}

export function columnInfoOf({ name, type, trino }: ResultColumn): ColumnInfo {
  if (type.typeId === DuckDBTypeId.INTERVAL && trino?.startsWith('interval')) return columnInfo(name, trino);
  return type.typeId === DuckDBTypeId.DECIMAL && 'width' in type
    ? columnInfo(name, 'decimal', type.width, type.scale)
    : columnInfo(name, athenaType(type));
}

/** An expression that writes a value as Athena's result files do; NULL stays NULL. */
export function asText(value: string, type: DuckDBType, zone = UTC): string {
  switch (type.typeId) {
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.FLOAT:
      return `trino_double(${value})`;
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_NS:
      return `trino_millis(${value})`;
    case DuckDBTypeId.TIMESTAMP_TZ:
      return `(trino_millis(${localTime(value, zone)}) || ${literal(` ${zone}`)})`;
    case DuckDBTypeId.INTERVAL:
      return `trino_interval(${value})`;
    case DuckDBTypeId.TIME:
      return `strftime(DATE '1970-01-01' + ${value}, '%H:%M:%S.%g')`;
    case DuckDBTypeId.DECIMAL:
      // Without digits before the point DuckDB writes none.
      return `regexp_replace(CAST(${value} AS VARCHAR), '^(-?)[.]', '\\10.')`;
    case DuckDBTypeId.BLOB:
      return `rtrim(regexp_replace(lower(hex(${value})), '(..)', '\\1 ', 'g'))`;
    case DuckDBTypeId.LIST:
      return `('[' || array_to_string(list_transform(${value}, lambda item: coalesce(${asText('item', (type as { valueType: DuckDBType }).valueType)}, 'null')), ', ') || ']')`;
    case DuckDBTypeId.MAP: {
      const { keyType, valueType } = type as unknown as { keyType: DuckDBType; valueType: DuckDBType };
      const entry = `coalesce(${asText('entry.key', keyType)}, 'null') || '=' || coalesce(${asText('entry.value', valueType)}, 'null')`;
      return `('{' || array_to_string(list_transform(map_entries(${value}), lambda entry: ${entry}), ', ') || '}')`;
    }
    case DuckDBTypeId.STRUCT: {
      const { entryNames, entryTypes } = type as unknown as { entryNames: string[]; entryTypes: DuckDBType[] };
      const fields = entryNames.map((name, index) => {
        const entryType = entryTypes[index];
        // Fields of a row may be without names.
        const member = name === '' ? `struct_extract(${value}, ${index + 1})` : `(${value}).${quoted(name)}`;
        const field = entryType ? asText(member, entryType) : 'NULL';
        return `'${name === '' ? '' : `${name.replaceAll("'", "''")}=`}' || coalesce(${field}, 'null')`;
      });
      return `CASE WHEN ${value} IS NOT NULL THEN '{' || ${fields.join(" || ', ' || ")} || '}' END`;
    }
    default:
      return type.alias === 'JSON' ? `trino_json_format(${value})` : `CAST(${value} AS VARCHAR)`;
  }
}
