import { readCursor } from '../../core/cursor.ts';
import { ApiError } from './api-error.ts';

/** Where a page starts. `question` is what the list answers: a cursor of another question is rejected. */
export function placeOf(cursor: string | undefined, question: unknown): string | undefined {
  if (cursor === undefined) return undefined;
  const place = readCursor(cursor, question);
  if (typeof place === 'string') return place;
  throw invalidCursor();
}

export const invalidCursor = (): ApiError =>
  new ApiError('InvalidRequest', 'Invalid cursor. Use the `cursor` returned with the previous page.');
