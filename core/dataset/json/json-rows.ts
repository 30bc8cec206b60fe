import type { FormatReader, RowObserver } from '../format-reader.ts';
import type { ReadOptions } from '../read-options.ts';
import type { RowBuffer } from '../row-buffer.ts';
import type { DatasetFormat, JsonLayout } from '../source-format.ts';
import { JsonArrayReader } from './json-array-reader.ts';
import { JsonEncoder } from './json-encoder.ts';
import type { JsonRowReader } from './json-row-reader.ts';
import { JsonLinesReader } from './jsonl-reader.ts';
import { COMPACT, detectLayout } from './layout.ts';

export interface JsonRowsOptions {
  readonly options: ReadOptions;
  readonly format: Exclude<DatasetFormat, 'csv'>;
  nextIndex(): number;
  readonly out: RowBuffer;
  /** A row was written; it begins here. */
  onWritten(start: number, line: number): void;
  readonly onRow?: RowObserver;
}

/** Rows that are JSON objects: JSON Lines, an array, or rows given directly. */
export class JsonRows implements FormatReader {
  readonly #format: JsonRowsOptions['format'];
  readonly #encoder: JsonEncoder;
  readonly #reader: JsonRowReader;
  /** The first row's; `undefined` is none of the usual ones. */
  #layout: JsonLayout | undefined;
  #rows = 0;

  constructor({ options, format, nextIndex, out, onWritten, onRow }: JsonRowsOptions) {
    this.#format = format;
    const encoder = new JsonEncoder(options);
    this.#encoder = encoder;
    const take = (raw: string, line: number) => {
      const row = encoder.read(raw, line);
      if (this.#rows++ === 0) this.#layout = detectLayout(raw);
      onRow?.(row.names, row.values, true);
      const start = out.length;
      out.write(encoder.encode(row, nextIndex()));
      onWritten(start, line);
    };
    this.#reader = format === 'json' ? new JsonArrayReader(take) : new JsonLinesReader(take);
  }

  push(bytes: Buffer): void {
    this.#reader.push(bytes.toString());
  }

  end(): void {
    this.#reader.end();
    if (this.#rows > 0) this.#encoder.columns.finish();
  }

  get line(): number {
    return this.#reader.line;
  }

  describe() {
    const { newline, endsWithNewline, array } = this.#reader;
    const { expectedIsJson, asciiOnly } = this.#encoder;
    return {
      format: this.#format,
      newline,
      endsWithNewline,
      columns: this.#encoder.columns.list,
      json: { layout: this.#layout ?? COMPACT, ...array, expectedIsJson, asciiOnly },
    };
  }

  warnings(): string[] {
    const { blankLines } = this.#reader;
    return [
      blankLines > 0 && `${blankLines === 1 ? '1 blank line was' : `${blankLines} blank lines were`} passed over.`,
      !this.#layout && 'The white space between JSON tokens is not kept; an export writes it compactly.',
    ].filter((warning) => warning !== false);
  }
}
