import { AwsError } from '../aws-error.ts';

/** Where the next page begins, in a form nobody should read. */
const encode = (offset: number): string => Buffer.from(`page:${offset}`).toString('base64');

function pageStart(nextToken: string | undefined): number {
  if (nextToken === undefined) return 0;
  const offset = /^page:(\d+)$/.exec(Buffer.from(nextToken, 'base64').toString())?.[1];
  if (offset === undefined) throw new AwsError('InvalidToken', `Invalid Token: 'Invalid token'`);
  return Number(offset);
}

/** 0 and no value both mean the default; AWS gives at most 1,000 at a time. */
const pageSize = (maxResults: number | undefined): number => maxResults || 100;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextToken?: string;
}

export function pageOf<Item>(
  all: readonly Item[],
  maxResults: number | undefined,
  nextToken: string | undefined,
): Page<Item> {
  const start = pageStart(nextToken);
  const end = start + pageSize(maxResults);
  return { items: all.slice(start, end), ...(end < all.length && { nextToken: encode(end) }) };
}
