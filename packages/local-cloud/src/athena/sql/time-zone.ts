import type { Type } from './analysis/types.ts';
import { literal } from './functions/function.ts';
import { QueryError } from './query-error.ts';

/**
 * The engine keeps instants. In which zone one is shown and taken apart is part of its type here: `timestamp(3) with time
 * zone@Asia/Tokyo`. Zones are constants nearly always; where one is not, it is UTC.
 */
export const zoned = (precision: number, zone: string): string =>
  `timestamp(${precision}) with time zone${zone === UTC ? '' : `@${zone}`}`;

export const UTC = 'UTC';

export const zoneOf = (type: Type): string => type?.split('@')[1] ?? UTC;

/** A type as Trino names it. */
export const withoutZone = (type: string): string => type.split('@')[0] ?? type;

export const isZoned = (type: Type): boolean => type?.includes('with time zone') ?? false;

const DEFAULT_PRECISION = 3;

/** How many digits of a second a time has. */
export const precisionOf = (type: Type): number =>
  Number(/^time(?:stamp)?\((\d+)\)/.exec(type ?? '')?.[1] ?? (type === 'date' ? 0 : DEFAULT_PRECISION));

const OFFSET = /^([+-])(\d\d?):?(\d\d)?$/;

/** A zone by its name, `+09:00` or `UTC`; undefined for a name that there is not. */
export function zoneNamed(name: string): string | undefined {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(name) ?? [];
  if (hours !== undefined) {
    const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`;
    return /^[+-]00:00$/.test(offset) ? UTC : offset;
  }
  if (/^(utc|z|gmt|ut|etc\/utc|etc\/gmt)$/i.test(name)) return UTC;
  return isKnown(name) ? name : undefined;
}

export function zoneAt(name: string, node: { line: number; column: number }): string {
  const zone = zoneNamed(name);
  if (zone === undefined) throw new QueryError('INVALID_FUNCTION_ARGUMENT', `Time zone not supported: ${name}`, node);
  return zone;
}

const known = new Map<string, boolean>();

function isKnown(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  let found = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    found = false;
  }
  known.set(name, found);
  return found;
}

/** The zone of so many hours and minutes. */
export const offsetOf = (hours: string, minutes: string): string =>
  `${hours.startsWith('-') ? '-' : '+'}${hours.replace(/^[+-]/, '').padStart(2, '0')}:${minutes.replace(/^[+-]/, '').padStart(2, '0')}`;

const minutesOf = (offset: string): number => {
  const [, sign, hours, minutes] = OFFSET.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** The clock's time in a zone at an instant, without the zone. */
export function localTime(instant: string, zone: string): string {
  if (zone === UTC) return `CAST(${instant} AS TIMESTAMP)`;
  if (OFFSET.test(zone)) return `(CAST(${instant} AS TIMESTAMP) + to_minutes(${minutesOf(zone)}))`;
  return `timezone(${literal(zone)}, ${instant})`;
}

/** The instant at which the clock of a zone shows a time. */
export function instantOf(local: string, zone: string): string {
  if (zone === UTC) return `CAST(${local} AS TIMESTAMPTZ)`;
  if (OFFSET.test(zone)) return `CAST((${local} - to_minutes(${minutesOf(zone)})) AS TIMESTAMPTZ)`;
  return `timezone(${literal(zone)}, CAST(${local} AS TIMESTAMP))`;
}

/** `+09:00` at an instant. */
export function offsetText(instant: string, zone: string): string {
  if (OFFSET.test(zone)) return literal(zone);
  return `trino_offset(date_diff('minute', ${localTime(instant, UTC)}, ${localTime(instant, zone)}))`;
}
