import type { ColumnInfo } from '../engine/result-columns.ts';

/**
 * The file `.metadata` next to a result: a protobuf message without a published schema, which JDBC drivers read in place of
 * GetQueryResults. 1 is the query's id, 2 and 3 what a statement changed and how many rows, 4 a column.
 */
export function resultMetadata(
  id: string,
  columns: readonly ColumnInfo[],
  change?: { readonly type: string; readonly rows: number },
): Buffer {
  return Buffer.concat([
    text(1, id),
    ...(change ? [text(2, change.type), number(3, change.rows)] : []),
    ...columns.map((column) => bytes(4, columnMessage(column))),
  ]);
}

/** The values of ColumnInfo. Which of them are there depends on the type, not on the value. */
function columnMessage({ CatalogName, Name, Label, Type, Precision, Scale, CaseSensitive }: ColumnInfo): Buffer {
  const fields = FIELDS[Type] ?? '';
  return Buffer.concat([
    text(1, CatalogName),
    text(4, Name),
    text(5, Label),
    text(6, Type),
    ...(fields.includes('p') ? [number(7, Precision)] : []),
    ...(fields.includes('s') ? [number(8, Scale)] : []),
    number(9, UNKNOWN),
    ...(fields.includes('c') ? [number(10, CaseSensitive ? 1 : 0)] : []),
  ]);
}

/** Nullable: Athena never says anything else. */
const UNKNOWN = 3;

const NUMBERS = 'tinyint smallint integer bigint double float decimal'.split(' ');
const SIZED = ['varchar', 'char', 'varbinary', 'timestamp', 'time', 'timestamp with time zone', 'time with time zone'];

/** Which of precision, scale and case the message has for a type; of others it has none. */
const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...NUMBERS, ...SIZED].map((type) => [type, 'psc'])),
  date: 'sc',
  boolean: 'c',
  'interval day to second': 'c',
  'interval year to month': 'c',
};

const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

function varint(value: number): Buffer {
  const low = value % 128;
  return value < 128 ? Buffer.from([value]) : Buffer.concat([Buffer.from([low + 128]), varint((value - low) / 128)]);
}
