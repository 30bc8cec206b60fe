import { AwsError } from '../aws-error.ts';

/** One page of a list; the token is the place to go on from. */
export function paged<Item>(all: readonly Item[], size = 100, token?: string): { items: Item[]; NextToken?: string } {
  const start = token === undefined ? 0 : Number(token);
  if (!Number.isInteger(start) || start < 0) {
    throw new AwsError('InvalidInputException', `The NextToken ${token} is not one this service gave out.`);
  }
  const end = start + size;
  return { items: all.slice(start, end), NextToken: end < all.length ? String(end) : undefined };
}
