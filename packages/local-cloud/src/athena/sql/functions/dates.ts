import { QueryError } from '../query-error.ts';
import {
  type Argument,
  type CallClauses,
  constantText,
  expression,
  literal,
  same,
  type TrinoFunction,
} from './function.ts';

const UNITS = new Set(['millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']);

/** MySQL's letters, which date_format and date_parse use, as strftime has them. */
const FORMATS: Readonly<Record<string, string>> = {
  a: '%a',
  b: '%b',
  c: '%-m',
  d: '%d',
  e: '%-d',
  f: '%f',
  H: '%H',
  h: '%I',
  I: '%I',
  i: '%M',
  j: '%j',
  k: '%-H',
  l: '%-I',
  M: '%B',
  m: '%m',
  p: '%p',
  r: '%I:%M:%S %p',
  S: '%S',
  s: '%S',
  T: '%H:%M:%S',
  W: '%A',
  Y: '%Y',
  y: '%y',
  '%': '%%',
};

/** Of a date it is a date, and a date has no hours. */
function ofDate(sql: string, nodes: readonly Argument[], call: CallClauses): string {
  const last = nodes.at(-1);
  if (!last || call.typeOf(last.node) !== 'date') return sql;
  const name = unit(nodes[0]);
  if (['millisecond', 'second', 'minute', 'hour'].includes(name)) {
    throw new QueryError('INVALID_FUNCTION_ARGUMENT', `'${name}' is not a valid DATE field`, nodes[0]?.node);
  }
  return `CAST(${sql} AS DATE)`;
}

const part = (name: string, shown = name): TrinoFunction =>
  expression(1, ([at]) => `CAST(date_part('${shown}', ${at}) AS BIGINT)`);

export const DATE_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  now: expression(0, () => 'now()'),
  date: expression(1, ([at]) => `CAST(${at} AS DATE)`),
  from_iso8601_timestamp: expression(1, ([text]) => `CAST(${text} AS TIMESTAMPTZ)`),
  from_iso8601_date: expression(1, ([text]) => `CAST(${text} AS DATE)`),
  to_iso8601: same('trino_to_iso8601', 1),
  from_unixtime: expression(1, ([seconds]) => `to_timestamp(${seconds})`),
  to_unixtime: same('epoch', 1),
  // Whole units that have passed, not the boundaries crossed between.
  date_diff: expression(3, ([, from, to], nodes) => `date_sub(${literal(unit(nodes[0]))}, ${from}, ${to})`),
  date_add: expression(3, ([, count, at], nodes, call) =>
    ofDate(`(${at} + (${count}) * INTERVAL '1' ${unit(nodes[0])})`, nodes, call),
  ),
  date_trunc: expression(2, ([, at], nodes, call) =>
    ofDate(`date_trunc(${literal(unit(nodes[0]))}, ${at})`, nodes, call),
  ),
  date_format: expression(2, ([at], nodes) => `strftime(${at}, ${literal(strftime(nodes[1]))})`),
  date_parse: expression(2, ([text], nodes) => `strptime(${text}, ${literal(strftime(nodes[1]))})`),
  last_day_of_month: same('last_day', 1),
  year: part('year'),
  quarter: part('quarter'),
  month: part('month'),
  week: part('week'),
  day: part('day'),
  day_of_month: part('day'),
  day_of_week: part('isodow'),
  dow: part('isodow'),
  year_of_week: part('isoyear'),
  yow: part('isoyear'),
  day_of_year: part('doy'),
  doy: part('doy'),
  hour: part('hour'),
  minute: part('minute'),
  second: part('second'),
  millisecond: expression(1, ([at]) => `(CAST(date_part('millisecond', ${at}) AS BIGINT) % 1000)`),
  at_timezone: expression(2, ([at], nodes, { node }) => utc(at ?? '', constantText(nodes[1], 'The time zone'), node)),
  with_timezone: expression(2, ([at], nodes, { node }) => utc(at ?? '', constantText(nodes[1], 'The time zone'), node)),
};

/** Times are kept and shown in UTC; another zone could be computed with, but not shown. */
export function utc(at: string, zone: string, node: { line: number; column: number }): string {
  if (!/^(utc|gmt|z|\+00:00)$/i.test(zone)) {
    throw new QueryError('NOT_SUPPORTED', `The local cloud shows times in UTC only, not in ${zone}`, node);
  }
  return `CAST(${at} AS TIMESTAMPTZ)`;
}

function unit(argument: Argument | undefined): string {
  const name = constantText(argument, 'The unit').toLowerCase();
  if (!UNITS.has(name)) {
    throw new QueryError('INVALID_FUNCTION_ARGUMENT', `'${name}' is not a valid Timestamp field`, argument?.node);
  }
  return name;
}

function strftime(argument: Argument | undefined): string {
  return constantText(argument, 'The format').replace(/%(.)/gs, (_all, letter: string) => {
    const found = FORMATS[letter];
    if (!found)
      throw new QueryError('INVALID_FUNCTION_ARGUMENT', `%${letter} is not supported in a date format`, argument?.node);
    return found;
  });
}
