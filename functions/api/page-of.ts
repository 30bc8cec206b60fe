import { makeCursor, readCursor } from '../../core/cursor.ts';
import { ApiError } from './api-error.ts';

interface Page<Item> {
  readonly items: Item[];
  readonly cursor?: string;
}

/** A page of a list that is all in memory. `question` is what the list answers: a cursor of another one is refused. */
export function pageOf<Item>(
  all: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
  question: unknown,
): Page<Item> {
  const start = startOf(cursor, question);
  const end = start + limit;
  return { items: all.slice(start, end), ...(end < all.length && { cursor: makeCursor(question, end) }) };
}

function startOf(cursor: string | undefined, question: unknown): number {
  if (cursor === undefined) return 0;
  const place = readCursor(cursor, question);
  if (typeof place === 'number') return place;
  throw noneOfThisList();
}

/** The same for lists whose places are texts. */
export function placeOf(cursor: string | undefined, question: unknown): string | undefined {
  if (cursor === undefined) return undefined;
  const place = readCursor(cursor, question);
  if (typeof place === 'string') return place;
  throw noneOfThisList();
}

export const noneOfThisList = (): ApiError =>
  new ApiError('InvalidRequest', 'cursor is none of this list. Ask for the first page, without a cursor.');
