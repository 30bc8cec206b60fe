import { planColumns } from '../columns.ts';
import { DatasetError } from '../dataset-error.ts';
import type { FormatReader, RowObserver } from '../format-reader.ts';
import type { ReadOptions } from '../read-options.ts';
import type { RowBuffer } from '../row-buffer.ts';
import type { SourceColumn } from '../source-format.ts';
import { CsvEncoder } from './csv-encoder.ts';
import { CsvReader } from './csv-reader.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { columnNames } from './header.ts';

export interface CsvTableOptions {
  readonly options: ReadOptions;
  /** The file's first text; it is pushed all the same. */
  readonly head: string;
  nextIndex(): number;
  readonly out: RowBuffer;
  /** A row was written; it begins here. */
  onWritten(start: number, line: number): void;
  readonly onRow?: RowObserver;
}

/** Excel's own first line, which names the delimiter. */
const SEP_LINE = /^"?sep=([ -!#-~\t])"?(\r\n|\n|\r)/i;

export class CsvTable implements FormatReader {
  readonly #sepLine: string | undefined;
  #toSkip: number;
  readonly #delimiter: string;
  readonly #reader: CsvReader;
  readonly #paddedNames: string[] = [];
  #header = '';
  #columns: SourceColumn[] = [];
  #allEmptyRows = 0;

  constructor({ options, head, nextIndex, out, onWritten, onRow }: CsvTableOptions) {
    const sep = SEP_LINE.exec(head);
    this.#sepLine = sep?.[0];
    this.#toSkip = this.#sepLine?.length ?? 0;
    this.#delimiter = options.delimiter ?? sep?.[1] ?? detectDelimiter(head);
    refuseDelimiter(this.#delimiter);
    let names: string[] = [];
    let encoder: CsvEncoder | undefined;
    this.#reader = new CsvReader({
      delimiter: this.#delimiter,
      firstLine: sep ? 2 : 1,
      onHeader: (row) => {
        const cells = row.texts();
        names = columnNames(cells, row.line);
        this.#paddedNames.push(...names.filter((name, index) => name !== cells[index]));
        this.#header = row.bytes.toString('utf8', row.start, row.end);
        this.#columns = planColumns(names, options);
        encoder = new CsvEncoder(this.#columns, options.onBadCell);
      },
      onRow: (row) => {
        onRow?.(names, row.texts(), false);
        if (row.isEmpty(0) && row.texts().every((cell) => cell === '')) this.#allEmptyRows++;
        const start = out.length;
        encoder?.encode(row, nextIndex(), out);
        onWritten(start, row.line);
      },
    });
  }

  push(bytes: Buffer): void {
    this.#reader.push(this.#toSkip > 0 ? bytes.subarray(this.#toSkip) : bytes);
    this.#toSkip = 0;
  }

  end(): void {
    this.#reader.end();
    if (this.#columns.length === 0) throw new DatasetError('The file has no header: its first line names the columns.');
  }

  get line(): number {
    return this.#reader.line;
  }

  describe() {
    const { newlines } = this.#reader;
    const kinds = (['\r\n', '\n', '\r'] as const).toSorted((one, other) => newlines[other] - newlines[one]);
    return {
      format: 'csv' as const,
      newline: kinds[0] ?? '\n',
      endsWithNewline: this.#reader.endsWithNewline,
      columns: this.#columns,
      csv: {
        delimiter: this.#delimiter,
        ...(this.#sepLine && { sepLine: this.#sepLine }),
        header: this.#header,
        quoteAll: this.#reader.quoting === 'all',
      },
    };
  }

  warnings(): string[] {
    const { blankLines, newlines, quoting } = this.#reader;
    const kinds = Object.values(newlines).filter((count) => count > 0).length;
    return [
      blankLines > 0 && `${lines(blankLines, 'blank line')} passed over.`,
      this.#allEmptyRows > 0 && `${lines(this.#allEmptyRows, 'row')} with only empty cells imported as a row.`,
      this.#paddedNames.length > 0 &&
        `White space around column names was taken off: ${this.#paddedNames.map((name) => JSON.stringify(name)).join(', ')}.`,
      kinds > 1 && 'Lines end in different ways (CRLF, LF); an export ends all of them as most do.',
      quoting === 'mixed' && 'Some cells are quoted without need; an export quotes only those that need it.',
    ].filter((warning) => warning !== false);
  }
}

const lines = (count: number, what: string): string => (count === 1 ? `1 ${what} was` : `${count} ${what}s were`);

function refuseDelimiter(delimiter: string): void {
  if (/^[\t -!#-~]$/.test(delimiter)) return;
  throw new DatasetError(
    `The delimiter is ${JSON.stringify(delimiter)}; it must be one character of ASCII that is no quote and no line end, as "," or ";".`,
  );
}
