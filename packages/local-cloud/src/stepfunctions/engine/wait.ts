import type { WaitState } from '../definition/definition.ts';
import type { FieldValue } from '../query-language/query-language.ts';
import { sleep } from './cancel.ts';
import { numberIn, requireWhole } from './number-field.ts';
import type { Outcome, Visit } from './visit.ts';

/** Waits so many seconds, or until a time. */
export async function runWait(visit: Visit<WaitState>): Promise<Outcome> {
  const until = (await endOfSeconds(visit)) ?? (await endOfTimestamp(visit));
  await sleep(until - Date.now(), visit.scope.signal);
  return { ...(await visit.language.finish(visit)), next: visit.state.Next };
}

const LONGEST_WAIT = 99_999_999;

async function endOfSeconds(visit: Visit<WaitState>): Promise<number | undefined> {
  const field = await visit.language.field(visit, visit.state, 'Seconds');
  if (!field) return undefined;
  if (field.path !== undefined) checkSecondsPath(field);
  return Date.now() + requireWhole(field, 'Seconds', 0, LONGEST_WAIT) * 1000;
}

function checkSecondsPath(field: FieldValue): void {
  const found = `${field.path} == ${shown(field.value)}`;
  const seconds = numberIn(field);
  if (seconds === null)
    throw field.refused(`The SecondsPath parameter does not reference an input value: ${field.path}`);
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) {
    throw field.refused(`The SecondsPath parameter cannot be parsed as a long value: ${found}`);
  }
  if (seconds < 0) {
    throw field.refused(`The SecondsPath parameter references a negative value: ${found}`);
  }
}

async function endOfTimestamp(visit: Visit<WaitState>): Promise<number> {
  const field = await visit.language.field(visit, visit.state, 'Timestamp');
  const time = typeof field?.value === 'string' ? parseTimestamp(field.value) : undefined;
  if (time !== undefined) return time;
  if (!field) throw visit.failure('States.Runtime', 'The Wait state has neither seconds nor a timestamp.');
  throw field.refused(
    field.path === undefined
      ? `The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: ${shown(field.value)}`
      : `The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: ${field.path} == ${shown(field.value)}`,
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970 of an RFC 3339 time; undefined when it is none, or no such day or hour exists. */
export function parseTimestamp(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const exists = new Date(Date.UTC(year, month - 1, day));
  if (exists.getUTCMonth() !== month - 1 || exists.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const time = Date.parse(`${text.slice(0, 19)}${(match[7] ?? '').slice(0, 4)}${match[8]}`);
  return Number.isNaN(time) ? undefined : time;
}
