/** A Trino type by name (`bigint`, `varchar`); undefined where it is not known. `unknown` is the type of NULL. */
export type Type = string | undefined;

/** Types that Trino compares and combines with each other without a cast. */
type Family = 'number' | 'text' | 'boolean' | 'time' | 'json' | 'bytes' | 'interval' | 'array' | 'map' | 'row' | 'uuid';

const FAMILIES: Readonly<Record<string, Family>> = {
  tinyint: 'number',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  real: 'number',
  double: 'number',
  varchar: 'text',
  char: 'text',
  boolean: 'boolean',
  date: 'time',
  timestamp: 'time',
  json: 'json',
  varbinary: 'bytes',
  interval: 'interval',
  array: 'array',
  map: 'map',
  row: 'row',
  uuid: 'uuid',
};

const NUMBERS = ['tinyint', 'smallint', 'integer', 'bigint', 'decimal', 'real', 'double'];

const base = (type: string): string => type.split('(')[0] ?? type;

export const familyOf = (type: Type): Family | undefined => (type === undefined ? undefined : FAMILIES[base(type)]);

/** Whether two types are known not to go together. */
export function clash(a: Type, b: Type): boolean {
  const [one, other] = [familyOf(a), familyOf(b)];
  return one !== undefined && other !== undefined && one !== other;
}

/** The type values of two types have in common, as CASE and UNION need it. */
export function common(a: Type, b: Type): Type {
  if (a === 'unknown') return b;
  if (b === 'unknown' || a === b) return a;
  const [one, other] = [NUMBERS.indexOf(base(a ?? '')), NUMBERS.indexOf(base(b ?? ''))];
  if (one >= 0 && other >= 0) return NUMBERS[Math.max(one, other)];
  return a !== undefined && familyOf(a) === familyOf(b) ? a : undefined;
}

const FROM_DUCK: Readonly<Record<string, string>> = {
  FLOAT: 'real',
  BLOB: 'varbinary',
  TIMESTAMPTZ: 'timestamp(3) with time zone',
  TIMESTAMP: 'timestamp(3)',
};

/** Trino's name for a column's type, given DuckDB's. */
export function fromDuckType(type: string): Type {
  if (type.endsWith('[]')) return 'array';
  if (type.startsWith('STRUCT(')) return 'row';
  if (type.startsWith('MAP(')) return 'map';
  return FROM_DUCK[type] ?? type.toLowerCase();
}
