import { isZoned, precisionOf, UTC, zoned, zoneOf } from '../time-zone.ts';

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

const base = (type: string): string => type.split(/[ (@]/)[0] ?? type;

export const familyOf = (type: Type): Family | undefined => (type === undefined ? undefined : FAMILIES[base(type)]);

/** Whether two types are known not to go together. */
export function clash(a: Type, b: Type): boolean {
  const [one, other] = [familyOf(a), familyOf(b)];
  return one !== undefined && other !== undefined && one !== other;
}

/** What a CAST of a value of a family can make. */
const CASTS: Readonly<Record<Family, readonly Family[]>> = {
  number: ['number', 'text', 'boolean', 'json'],
  text: ['number', 'text', 'boolean', 'time', 'json', 'bytes', 'uuid', 'interval'],
  boolean: ['number', 'text', 'boolean', 'json'],
  time: ['time', 'text', 'json'],
  json: ['number', 'text', 'boolean', 'array', 'map', 'row', 'json'],
  bytes: ['bytes', 'uuid'],
  interval: ['interval', 'text'],
  array: ['array', 'json'],
  map: ['map', 'json'],
  row: ['row', 'json'],
  uuid: ['uuid', 'text', 'bytes'],
};

export function isCastable(from: Type, to: Type): boolean {
  const [one, other] = [familyOf(from), familyOf(to)];
  return one === undefined || other === undefined || CASTS[one].includes(other);
}

/** The type values of two types have in common, as CASE and UNION need it. */
export function common(a: Type, b: Type): Type {
  if (a === 'unknown') return b;
  if (b === 'unknown' || a === b) return a;
  const [one, other] = [NUMBERS.indexOf(base(a ?? '')), NUMBERS.indexOf(base(b ?? ''))];
  if (one >= 0 && other >= 0) return NUMBERS[Math.max(one, other)];
  if (familyOf(a) === 'time' && familyOf(b) === 'time') return commonTime(a, b);
  return a !== undefined && familyOf(a) === familyOf(b) ? a : undefined;
}

/** The finer of two times. Zones that differ within a column are shown in UTC. */
function commonTime(a: Type, b: Type): Type {
  const precision = Math.max(precisionOf(a), precisionOf(b));
  if (!isZoned(a) && !isZoned(b)) return `timestamp(${precision})`;
  const zones = new Set([a, b].filter(isZoned).map(zoneOf));
  return zoned(precision, zones.size === 1 ? ([...zones][0] ?? UTC) : UTC);
}

/** Precision and scale of a decimal, or of a whole number where it meets one; undefined for any other type. */
export function decimalOf(type: Type): { precision: number; scale: number } | undefined {
  const [, precision, scale] = /^decimal\((\d+), ?(\d+)\)$/.exec(type ?? '') ?? [];
  if (precision !== undefined) return { precision: Number(precision), scale: Number(scale) };
  const digits = { tinyint: 3, smallint: 5, integer: 10, bigint: 19 }[type ?? ''];
  return digits === undefined ? undefined : { precision: digits, scale: 0 };
}

const MOST_DIGITS = 38;

/** The decimal that an operation on a decimal and another exact number gives. */
export function decimalResult(operator: string, left: Type, right: Type): Type {
  const [a, b] = [decimalOf(left), decimalOf(right)];
  if (!a || !b || ![left, right].some((type) => type?.startsWith('decimal'))) return undefined;
  const most = Math.max(a.scale, b.scale);
  const whole = [a.precision - a.scale, b.precision - b.scale];
  const results: Readonly<Record<string, readonly [number, number]>> = {
    '+': [Math.max(...whole) + most + 1, most],
    '-': [Math.max(...whole) + most + 1, most],
    '*': [a.precision + b.precision, a.scale + b.scale],
    '/': [a.precision + b.scale + Math.max(0, b.scale - a.scale), most],
    '%': [Math.min(...whole) + most, most],
  };
  const [precision, scale] = results[operator] ?? [];
  return precision === undefined ? undefined : `decimal(${Math.min(precision, MOST_DIGITS)},${scale})`;
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
