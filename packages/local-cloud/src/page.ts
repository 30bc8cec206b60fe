import type { AwsError } from './aws-error.ts';

interface Page<Item> {
  readonly items: Item[];
  /** What asks for the next page; undefined on the last one. */
  readonly next: string | undefined;
}

interface PageRequest {
  readonly size: number;
  readonly token: string | undefined;
  /** How the service refuses a token it has not given. */
  readonly refusal: () => AwsError;
}

/** A page of a list. The token is the place to go on from, in a form nobody should read. */
export function pageOf<Item>(all: readonly Item[], { size, token, refusal }: PageRequest): Page<Item> {
  const place = token ? /^page:(\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1] : '0';
  if (place === undefined) throw refusal();
  const end = Number(place) + size;
  const next = end < all.length ? Buffer.from(`page:${end}`).toString('base64') : undefined;
  return { items: all.slice(Number(place), end), next };
}

/** A page of a list in the order of its names. The next one begins after the last name, whatever has come or gone since. */
export function pageAfter<Item>(
  all: readonly Item[],
  nameOf: (item: Item) => string,
  { size, after }: { readonly size: number; readonly after: string | undefined },
): Page<Item> {
  const rest = after === undefined ? all : all.filter((item) => nameOf(item) > after);
  const items = rest.slice(0, size);
  const last = items.at(-1);
  return { items, next: last !== undefined && rest.length > size ? nameOf(last) : undefined };
}
