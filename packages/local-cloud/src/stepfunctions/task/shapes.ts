/** Values on their way between a state machine's JSON and an AWS operation's input and output. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** How dates look in a result: milliseconds in optimized integrations, ISO 8601 in `aws-sdk:` ones. */
type DateForm = 'milliseconds' | 'iso';

/** An operation's output as JSON: dates written out, bytes as text, absent members left out, SDK metadata dropped. */
export function toJson(value: unknown, dates: DateForm): Json {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return dates === 'iso' ? value.toISOString() : value.getTime();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (value instanceof Set) return [...value].map((item) => toJson(item, dates));
  if (Array.isArray(value)) return value.map((item) => toJson(item, dates));
  if (typeof value === 'object') {
    const json: { [key: string]: Json } = {};
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined && member !== null && key !== '$metadata') json[key] = toJson(member, dates);
    }
    return json;
  }
  return typeof value === 'bigint' ? Number(value) : (value as Json);
}

/** Renames the members of an object, and of the objects in it, but leaves the keys of the maps named in `maps`. */
export function renameMembers(value: Json, rename: (name: string) => string, maps: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, rename, maps));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const renamed = rename(name);
      const isMap = maps.has(name) || maps.has(renamed);
      return [renamed, isMap ? member : renameMembers(member, rename, maps)];
    }),
  );
}

export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A member the API wants as text may be given as JSON; Step Functions writes it out. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an optimized integration adds to an answer about the HTTP exchange. */
export function sdkMetadata(requestId: string, statusCode = 200): { [key: string]: Json } {
  return { SdkHttpMetadata: { HttpStatusCode: statusCode }, SdkResponseMetadata: { RequestId: requestId } };
}
