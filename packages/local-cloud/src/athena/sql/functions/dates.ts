import type { Type } from '../analysis/types.ts';
import { QueryError } from '../query-error.ts';
import { instantOf, isZoned, localTime, offsetText, precisionOf, UTC, zoneAt, zoneOf } from '../time-zone.ts';
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

/** What the clock shows, for functions that look at hours and days: a time with a zone in its zone. */
function clock(sql: string | undefined, argument: Argument | undefined, call: CallClauses, zone?: string): string {
  const type = argument && call.typeOf(argument.node);
  const shown = zone ?? zoneOf(type);
  return shown === UTC || !isZoned(type) ? (sql ?? '') : localTime(sql ?? '', shown);
}

/** What is done to the clock's time, of a date giving a date (which has no hours), of a time with a zone another one. */
function onClock(nodes: readonly Argument[], call: CallClauses, change: (at: string) => string): string {
  const last = nodes.at(-1);
  const type = last && call.typeOf(last.node);
  const name = unit(nodes[0]);
  const isShort = ['millisecond', 'second', 'minute', 'hour'].includes(name);
  if (!last || type === 'date') {
    if (isShort)
      throw new QueryError('INVALID_FUNCTION_ARGUMENT', `'${name}' is not a valid DATE field`, nodes[0]?.node);
    return `CAST(${change(last?.sql ?? '')} AS DATE)`;
  }
  const zone = zoneOf(type);
  return zone === UTC ? change(last.sql) : instantOf(change(localTime(last.sql, zone)), zone);
}

const part = (name: string): TrinoFunction =>
  expression(1, ([at], [node], call) => `CAST(date_part('${name}', ${clock(at, node, call)}) AS BIGINT)`);

export const DATE_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  now: expression(0, () => 'now()'),
  date: expression(1, ([at], [node], call) => `CAST(${clock(at, node, call)} AS DATE)`),
  current_timezone: expression(0, () => "'UTC'"),
  from_iso8601_timestamp: expression(
    1,
    ([text], _nodes, call) => `CAST(${call.macro('trino_iso_timestamp')}(${text}) AS TIMESTAMPTZ)`,
  ),
  from_iso8601_date: expression(1, ([text]) => `CAST(${text} AS DATE)`),
  to_iso8601: expression(1, ([at = ''], [node], call) => isoText(at, node && call.typeOf(node.node))),
  from_unixtime: expression([1, 3], ([seconds]) => `to_timestamp(${seconds})`),
  to_unixtime: same('epoch', 1),
  // Whole units that have passed, not the boundaries crossed between.
  date_diff: expression(3, ([, from, to], nodes, call) => {
    const name = unit(nodes[0]);
    const zone = /second|minute|hour/.test(name) || !nodes[1] ? UTC : zoneOf(call.typeOf(nodes[1].node));
    return `date_sub(${literal(name)}, ${clock(from, nodes[1], call, zone)}, ${clock(to, nodes[2], call, zone)})`;
  }),
  date_add: expression(3, ([, count, at], nodes, call) => {
    const name = unit(nodes[0]);
    const type = nodes[2] && call.typeOf(nodes[2].node);
    // An hour more is an hour later, also on the day when the clocks change.
    if (/second|minute|hour/.test(name) && type !== 'date') return `(${at} + (${count}) * INTERVAL '1' ${name})`;
    return onClock(nodes, call, (clockTime) => `(${clockTime} + (${count}) * INTERVAL '1' ${name})`);
  }),
  date_trunc: expression(2, (_args, nodes, call) =>
    onClock(nodes, call, (clockTime) => `date_trunc(${literal(unit(nodes[0]))}, ${clockTime})`),
  ),
  date_format: expression(
    2,
    ([at], nodes, call) => `strftime(${clock(at, nodes[0], call)}, ${literal(strftime(nodes[1]))})`,
  ),
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
  day_of_year: part('doy'),
  doy: part('doy'),
  hour: part('hour'),
  minute: part('minute'),
  second: part('second'),
  millisecond: expression(1, ([at]) => `(CAST(date_part('millisecond', ${at}) AS BIGINT) % 1000)`),
  // The zone is in the type of the call; the instant stays the same.
  at_timezone: expression(2, ([at], nodes) => {
    constantText(nodes[1], 'The time zone');
    return `CAST(${at} AS TIMESTAMPTZ)`;
  }),
  with_timezone: expression(2, ([at], nodes, { node }) =>
    instantOf(at ?? '', zoneAt(constantText(nodes[1], 'The time zone'), node)),
  ),
};

/** With as many digits of a second as the type has; with a zone its offset follows. */
function isoText(at: string, type: Type): string {
  if (type === undefined || type === 'date') return `trino_to_iso8601(${at})`;
  const zone = zoneOf(type);
  const local = isZoned(type) ? localTime(at, zone) : at;
  const text = `strftime(${local}, '%Y-%m-%dT%H:%M:%S')${fractionText(local, precisionOf(type))}`;
  if (!isZoned(type)) return `(${text})`;
  return `(${text} || ${zone === UTC ? "'Z'" : offsetText(at, zone)})`;
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

/** `.789`: what follows the seconds of a time of this precision. */
export const fractionText = (local: string, precision: number): string =>
  precision === 0
    ? ''
    : ` || '.' || left(rpad(strftime(${local}, '%f'), ${Math.max(6, precision)}, '0'), ${precision})`;
