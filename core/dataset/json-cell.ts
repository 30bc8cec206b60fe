import { atLine } from './dataset-error.ts';

/** Why a text is no JSON, or undefined when it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export const badCell = (line: number, column: string, problem: string) =>
  atLine(line, `the cell is no JSON (${problem}). Correct it, or import with --on-bad-cell keep-text or null.`, column);
