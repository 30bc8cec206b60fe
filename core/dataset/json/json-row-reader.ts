/** What both readers of JSON give their rows to. */
export interface JsonRowReader {
  push(text: string): void;
  end(): void;
  /** The line that follows all text read so far. */
  readonly line: number;
  readonly newline: '\n' | '\r\n';
  readonly endsWithNewline: boolean;
  readonly blankLines: number;
  /** Around and between the elements of an array. */
  readonly array?: { open: string; between: string; close: string };
}

/** `raw` is one value of the file, not yet checked. */
export type OnJsonRow = (raw: string, line: number) => void;

/** A row may be this long before white space is taken out of it. */
export const LONGEST_ROW = 4 * 1024 * 1024;
