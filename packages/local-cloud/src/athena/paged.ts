import { invalidRequest } from './errors.ts';

/** One page of a list; the token is the place to go on from. */
export function paged<Item>(all: readonly Item[], size: number, token?: string): { items: Item[]; NextToken?: string } {
  const start = token === undefined ? 0 : Number(token);
  if (!Number.isInteger(start) || start < 0) throw invalidRequest(`The NextToken ${token} is not one Athena gave out.`);
  const end = start + size;
  return { items: all.slice(start, end), ...(end < all.length ? { NextToken: String(end) } : {}) };
}
