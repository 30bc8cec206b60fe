import { hash } from 'node:crypto';

/** Where a list goes on, with a mark of the question it belongs to. */
export const makeCursor = (question: unknown, place: number | string): string =>
  Buffer.from(JSON.stringify([markOf(question), place])).toString('base64url');

/** The place, or undefined when the text is no cursor of this question. */
export function readCursor(text: string, question: unknown): number | string | undefined {
  try {
    const [mark, place] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    if (mark !== markOf(question)) return undefined;
    return typeof place === 'number' || typeof place === 'string' ? place : undefined;
  } catch {
    return undefined;
  }
}

const markOf = (question: unknown): string => hash('sha256', JSON.stringify(question)).slice(0, 12);
