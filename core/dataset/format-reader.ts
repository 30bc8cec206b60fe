import type { SourceFormat } from './source-format.ts';

/** Sees every row: cell texts of a table, values of an object as JSON. */
export type RowObserver = (names: readonly string[], values: readonly string[], isJson: boolean) => void;

/** A part that reads one format and writes its rows as lines of JSON. */
export interface FormatReader {
  push(bytes: Buffer): void;
  end(): void;
  readonly line: number;
  /** Format, columns and what else an exact export needs. */
  describe(): Omit<SourceFormat, 'encoding' | 'bom' | 'options' | 'inputMapping'>;
  warnings(): string[];
}
