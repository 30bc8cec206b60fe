import { LARGEST_ROW_BYTES } from '../../../contracts/dataset-row.ts';
import { atLine, quote } from '../dataset-error.ts';

export interface CsvRow {
  /** Reused for the next row. */
  readonly cells: readonly string[];
  readonly line: number;
  /** No cell needs an escape in JSON. */
  readonly plain: boolean;
}

export interface CsvReaderOptions {
  readonly delimiter: string;
  /** The line the text begins on. */
  readonly firstLine: number;
  onHeader(cells: readonly string[], raw: string, line: number): void;
  onRow(row: CsvRow): void;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
/** Whatever JSON escapes, except quotes and line ends, which unquoted cells do not hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these.
const NEEDS_ESCAPE = /[\\\u0000-\u0009\u000b\u000c\u000e-\u001f]/;
/** A record that is longer than the largest row by far is one whose quote never closes. */
const LONGEST_RECORD = 4 * LARGEST_ROW_BYTES;

/**
 * RFC 4180, strictly: what is ambiguous is refused with its line. Lines end with CRLF or LF, or with CR when the
 * first line does. Blank lines are passed over; an empty cell alone on its line is written `""`.
 */
export class CsvReader {
  /** Line ends seen, by kind. */
  readonly newlines = { '\r\n': 0, '\n': 0, '\r': 0 };
  blankLines = 0;
  endsWithNewline = false;
  readonly #options: CsvReaderOptions;
  readonly #delimiter: number;
  #names: readonly string[] | undefined;
  #cells: string[] = [];
  #rest = '';
  /** The line the next record begins on. */
  #line: number;
  #crEndsLines = false;
  #cellCount = 0;
  #quotedCount = 0;
  #needlessQuotes = 0;

  constructor(options: CsvReaderOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter.charCodeAt(0);
    this.#line = options.firstLine;
  }

  push(text: string): void {
    const whole = this.#rest === '' ? text : this.#rest + text;
    const done = this.#read(whole, false);
    this.#rest = whole.slice(done);
    if (this.#rest.length > LONGEST_RECORD) throw this.#tooLong();
  }

  end(): void {
    const text = this.#rest;
    this.#rest = '';
    this.#read(text, true);
  }

  /** The line that follows all text read so far. */
  get line(): number {
    return this.#line + linesIn(this.#rest);
  }

  /** How cells were quoted, if by one rule. */
  get quoting(): 'minimal' | 'all' | 'mixed' {
    if (this.#needlessQuotes === 0) return 'minimal';
    return this.#quotedCount === this.#cellCount ? 'all' : 'mixed';
  }

  /** Reads whole records and says where the first unfinished one begins. */
  #read(text: string, final: boolean): number {
    const delimiter = this.#delimiter;
    const cells = this.#cells;
    const length = text.length;
    const plainText = !NEEDS_ESCAPE.test(text);
    let start = 0;
    let at = 0;
    let count = 0;
    let quoted = 0;
    let linesInside = 0;
    while (at < length) {
      if (text.charCodeAt(at) === QUOTE) {
        const opened = at;
        let from = at + 1;
        let value = '';
        let close = text.indexOf('"', from);
        while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
          value += text.slice(from, close + 1);
          from = close + 2;
          close = text.indexOf('"', from);
        }
        if (close < 0 || (close + 1 === length && !final)) {
          if (!final) return start;
          throw this.#neverClosed(text, start, opened);
        }
        value += text.slice(from, close);
        quoted++;
        linesInside += linesIn(value, this.#crEndsLines);
        if (!this.#mustQuote(value)) this.#needlessQuotes++;
        cells[count++] = value;
        at = close + 1;
      } else {
        let to = at;
        let code = 0;
        for (; to < length; to++) {
          code = text.charCodeAt(to);
          if (code === delimiter || code === LF) break;
          if (code === CR && this.#endsLine(text, to)) break;
          if (code === QUOTE) throw this.#strayQuote(text, start, to, count);
        }
        cells[count++] = text.slice(at, to);
        at = to;
      }

      if (at >= length) break;
      const code = text.charCodeAt(at);
      if (code === delimiter) {
        at++;
        // The delimiter was the last character: an empty cell follows it.
        if (at === length && final) cells[count++] = '';
        continue;
      }
      if (code === CR) {
        if (at + 1 === length && !final) return start;
        if (!this.#endsLine(text, at)) throw this.#afterQuote(text, start, at, count);
        const pair = text.charCodeAt(at + 1) === LF;
        this.newlines[pair ? '\r\n' : '\r']++;
        at += pair ? 2 : 1;
      } else if (code === LF) {
        this.newlines['\n']++;
        at++;
      } else {
        throw this.#afterQuote(text, start, at, count);
      }
      this.#record(text, start, at, count, quoted, plainText);
      this.#line += 1 + linesInside;
      start = at;
      count = 0;
      quoted = 0;
      linesInside = 0;
    }
    if (!final) return start;
    if (start < length) this.#record(text, start, length, count, quoted, plainText);
    else if (this.#names) this.endsWithNewline = true;
    return length;
  }

  #record(text: string, start: number, end: number, count: number, quoted: number, plainText: boolean): void {
    const cells = this.#cells;
    if (count === 1 && quoted === 0 && cells[0] === '') {
      this.blankLines++;
      return;
    }
    if (cells.length !== count) cells.length = count;
    const names = this.#names;
    if (!names) {
      this.#names = [...cells];
      this.#needlessQuotes = 0;
      this.#options.onHeader(this.#names, text.slice(start, end).replace(/[\r\n]+$/, ''), this.#line);
      return;
    }
    if (count !== names.length) throw this.#ragged(text.slice(start, end), count, names.length);
    this.#cellCount += count;
    this.#quotedCount += quoted;
    this.#options.onRow({ cells, line: this.#line, plain: plainText && quoted === 0 });
  }

  /** A CR ends a line before an LF, and alone where the file's first line ends so. Elsewhere it is text. */
  #endsLine(text: string, at: number): boolean {
    if (text.charCodeAt(at + 1) === LF || this.#crEndsLines) return true;
    // The last character of a block: what follows decides, and the record is read again with it.
    if (at + 1 === text.length) return true;
    if (this.#names || this.newlines['\r\n'] + this.newlines['\n'] > 0) return false;
    this.#crEndsLines = true;
    return true;
  }

  #mustQuote(value: string): boolean {
    return (
      value.includes('"') ||
      value.includes('\n') ||
      value.includes('\r') ||
      value.includes(this.#options.delimiter) ||
      (value === '' && this.#names?.length === 1)
    );
  }

  #where(text: string, start: number, at: number): number {
    return this.#line + linesIn(text.slice(start, at), this.#crEndsLines);
  }

  #columnName = (index: number): string | undefined => this.#names?.[index]?.trim();

  #neverClosed(text: string, start: number, opened: number) {
    return atLine(this.#where(text, start, opened), 'a quote opens here and is never closed. Close it, or double it.');
  }

  #strayQuote(text: string, start: number, at: number, index: number) {
    return atLine(
      this.#where(text, start, at),
      'there is a quote inside a cell that does not begin with one. Put the whole cell in quotes and double those inside it.',
      this.#columnName(index),
    );
  }

  #afterQuote(text: string, start: number, at: number, count: number) {
    const found = quote(text.slice(at, at + 1));
    return atLine(
      this.#where(text, start, at),
      `${found} follows a closing quote where ${quote(this.#options.delimiter)} or the end of the line must. Double the quotes inside the cell.`,
      this.#columnName(count - 1),
    );
  }

  #ragged(record: string, count: number, wanted: number) {
    const cells = count === 1 ? '1 cell' : `${count} cells`;
    const curly = /[“”]/.test(record) ? ' It has curly quotes (“ ”), which do not hold a cell together: use ".' : '';
    return atLine(
      this.#line,
      `the row has ${cells}, the header ${wanted}. Quote cells that hold ${quote(this.#options.delimiter)} or line ends.${curly}`,
    );
  }

  #tooLong() {
    return atLine(
      this.#line,
      `the row that begins here does not end within ${LONGEST_RECORD} characters. Is a quote not closed?`,
    );
  }
}

function linesIn(text: string, crEndsLines = false): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  if (crEndsLines) lines += text.match(/\r(?!\n)/g)?.length ?? 0;
  return lines;
}
