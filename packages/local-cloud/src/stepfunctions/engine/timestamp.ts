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
