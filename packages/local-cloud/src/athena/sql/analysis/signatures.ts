import type { Type } from './types.ts';
import { familyOf } from './types.ts';

/**
 * What functions take and give: `varchar,bigint>varchar`. `?` is anything, `…` repeats the last one, `|` separates
 * choices. A function that is not here takes and gives what DuckDB makes of it.
 */
const SIGNATURES: Readonly<Record<string, string>> = {
  lower: 'varchar>varchar',
  upper: 'varchar>varchar',
  length: 'varchar|varbinary>bigint',
  substr: 'varchar|varbinary,bigint,bigint>varchar',
  substring: 'varchar|varbinary,bigint,bigint>varchar',
  ltrim: 'varchar,varchar>varchar',
  rtrim: 'varchar,varchar>varchar',
  replace: 'varchar,varchar,varchar>varchar',
  lpad: 'varchar,bigint,varchar>varchar',
  rpad: 'varchar,bigint,varchar>varchar',
  strpos: 'varchar,varchar,bigint>bigint',
  starts_with: 'varchar,varchar>boolean',
  concat_ws: 'varchar,?…>varchar',
  chr: 'bigint>varchar',
  split: 'varchar,varchar,bigint>array',
  split_part: 'varchar,varchar,bigint>varchar',
  format: 'varchar,?…>varchar',
  to_utf8: 'varchar>varbinary',
  from_utf8: 'varbinary>varchar',
  to_hex: 'varbinary>varchar',
  from_hex: 'varchar>varbinary',
  to_base64: 'varbinary>varchar',
  from_base64: 'varchar>varbinary',
  md5: 'varbinary>varbinary',
  sha1: 'varbinary>varbinary',
  sha256: 'varbinary>varbinary',
  uuid: '>uuid',
  json_extract: 'varchar|json,varchar>json',
  json_extract_scalar: 'varchar|json,varchar>varchar',
  json_parse: 'varchar>json',
  json_format: 'json>varchar',
  json_array_length: 'varchar|json>bigint',
  json_array_get: 'varchar|json,bigint>json',
  regexp_like: 'varchar,varchar>boolean',
  regexp_extract: 'varchar,varchar,bigint>varchar',
  regexp_extract_all: 'varchar,varchar,bigint>array',
  regexp_replace: 'varchar,varchar,varchar>varchar',
  regexp_split: 'varchar,varchar>array',
  regexp_count: 'varchar,varchar>bigint',
  now: '>timestamp(3) with time zone',
  current_timezone: '>varchar',
  last_day_of_month: 'timestamp>date',
  date: '?>date',
  from_iso8601_timestamp: 'varchar>timestamp(3) with time zone',
  from_iso8601_date: 'varchar>date',
  to_iso8601: 'timestamp>varchar',
  from_unixtime: 'double,?…>timestamp(3) with time zone',
  to_unixtime: 'timestamp>double',
  date_diff: 'varchar,timestamp,timestamp>bigint',
  date_add: 'varchar,bigint,timestamp>?',
  date_trunc: 'varchar,timestamp>?',
  date_format: 'timestamp,varchar>varchar',
  date_parse: 'varchar,varchar>timestamp(3)',
  year: 'timestamp>bigint',
  quarter: 'timestamp>bigint',
  month: 'timestamp>bigint',
  week: 'timestamp>bigint',
  day: 'timestamp>bigint',
  hour: 'timestamp>bigint',
  minute: 'timestamp>bigint',
  second: 'timestamp>bigint',
  count: '?>bigint',
  count_if: 'boolean>bigint',
  sum: 'bigint|interval>?',
  avg: 'bigint|interval>?',
  approx_distinct: '?,double>bigint',
  approx_percentile: 'bigint|timestamp,?>?',
  bool_and: 'boolean>boolean',
  bool_or: 'boolean>boolean',
  every: 'boolean>boolean',
  array_agg: '?>array',
  map_agg: '?,?>map',
  row_number: '>bigint',
  rank: '>bigint',
  dense_rank: '>bigint',
  ntile: 'bigint>bigint',
  abs: 'bigint>?',
  ceil: 'bigint>?',
  ceiling: 'bigint>?',
  floor: 'bigint>?',
  round: 'bigint,bigint>?',
  sqrt: 'double>double',
  power: 'double,double>double',
  pow: 'double,double>double',
  exp: 'double>double',
  ln: 'double>double',
  log10: 'double>double',
  log2: 'double>double',
  mod: 'bigint,bigint>?',
  random: 'bigint,bigint>?',
  cardinality: 'array|map>bigint',
  contains: 'array,?>boolean',
  array_join: 'array,varchar,varchar>varchar',
  array_distinct: 'array>array',
  array_union: 'array,array>array',
  array_except: 'array,array>array',
  reduce: 'array,?,?,?>?',
  map_filter: 'map,?>map',
  transform_values: 'map,?>map',
  array_sort: 'array>array',
  array_position: 'array,?>bigint',
  array_remove: 'array,?>array',
  arrays_overlap: 'array,array>boolean',
  flatten: 'array>array',
  slice: 'array,bigint,bigint>array',
  sequence: '?,?,?>array',
  repeat: '?,bigint>array',
  transform: 'array,?>array',
  filter: 'array,?>array',
  any_match: 'array,?>boolean',
  all_match: 'array,?>boolean',
  none_match: 'array,?>boolean',
  map: 'array,array>map',
  map_keys: 'map>array',
  map_values: 'map>array',
  map_entries: 'map>array',
};

interface Signature {
  readonly takes: readonly string[];
  readonly gives: Type;
}

/** What a call gives. `fits` is false when an argument is known to be of a type the function does not take. */
export function callType(name: string, given: readonly Type[]): { type: Type; fits: boolean; expected: string } {
  const signature = parsed(name);
  if (!signature) return { type: undefined, fits: true, expected: '' };
  const fits = given.every((type, index) =>
    accepts(signature.takes[Math.min(index, signature.takes.length - 1)], type),
  );
  return { type: signature.gives, fits, expected: `${name}(${signature.takes.join(', ')})` };
}

function parsed(name: string): Signature | undefined {
  const text = Object.hasOwn(SIGNATURES, name) ? SIGNATURES[name] : undefined;
  if (text === undefined) return undefined;
  const [takes = '', gives = '?'] = text.split('>');
  return {
    takes: takes === '' ? [] : takes.replace('…', '').split(','),
    gives: gives === '?' ? undefined : gives,
  };
}

function accepts(wanted: string | undefined, type: Type): boolean {
  const family = familyOf(type);
  if (wanted === undefined || wanted === '?' || family === undefined) return true;
  return wanted.split('|').some((choice) => familyOf(choice) === family);
}
