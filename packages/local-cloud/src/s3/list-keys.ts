import type { Bucket } from './storage/bucket.ts';
import type { ObjectRecord } from './storage/records.ts';
import { compareKeys } from './storage/sorted-keys.ts';

/** Where a page ended: behind a key, or behind all keys that share a prefix. */
export type Position = { readonly key: string } | { readonly prefix: string };

interface ListQuery {
  readonly prefix: string;
  readonly delimiter?: string | undefined;
  readonly after?: Position | undefined;
  readonly most: number;
}

interface ListPage {
  readonly objects: ObjectRecord[];
  readonly commonPrefixes: string[];
  /** Set if there is more. */
  readonly next?: Position;
}

/** One page of a bucket in the order of its keys. Keys that roll up into one common prefix are jumped over. */
export function listKeys(bucket: Bucket, { prefix, delimiter, after, most }: ListQuery): ListPage {
  const objects: ObjectRecord[] = [];
  const commonPrefixes: string[] = [];
  let last: Position | undefined;
  let from = bucket.keys.first((key) => compareKeys(key, prefix) >= 0 && (!after || isBehind(key, after)));
  while (from !== undefined && most > 0) {
    const start: string = from;
    from = undefined;
    for (const key of bucket.keys.from(start)) {
      if (!key.startsWith(prefix)) return { objects, commonPrefixes };
      if (last && objects.length + commonPrefixes.length === most) return { objects, commonPrefixes, next: last };
      const common = commonPrefixOf(key, prefix, delimiter);
      if (common !== undefined) {
        commonPrefixes.push(common);
        const position = { prefix: common };
        last = position;
        from = bucket.keys.first((other) => isBehind(other, position));
        break;
      }
      objects.push(bucket.get(key) as ObjectRecord);
      last = { key };
    }
  }
  return { objects, commonPrefixes };
}

function isBehind(key: string, position: Position): boolean {
  if ('key' in position) return compareKeys(key, position.key) > 0;
  return compareKeys(key, position.prefix) > 0 && !key.startsWith(position.prefix);
}

function commonPrefixOf(key: string, prefix: string, delimiter: string | undefined): string | undefined {
  if (!delimiter) return undefined;
  const end = key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.slice(0, end + delimiter.length);
}
