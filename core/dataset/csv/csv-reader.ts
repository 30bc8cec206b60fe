import { LARGEST_ROW_BYTES } from '../../../contracts/dataset-row.ts';
import { atLine, quote } from '../dataset-error.ts';
import { CsvRow } from './csv-row.ts';

export interface CsvReaderOptions {
  readonly delimiter: string;
  /** The line the bytes begin on. */
  readonly firstLine: number;
  /** Bytes of a record. Default: some times those of the largest row. */
  readonly longest?: number;
  onHeader(row: CsvRow): void;
  onRow(row: CsvRow): void;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
/** A record that is longer than the largest row by far is one whose quote never closes. */
const LONGEST_RECORD = 4 * LARGEST_ROW_BYTES;

/** What a byte is to the reader. Bytes of longer characters are ordinary: none of them is an ASCII character. */
const ORDINARY = 0;
const DELIMITER = 1;
const LINE_END = 2;
const MAYBE_LINE_END = 3;
const OPENING = 4;
/** JSON escapes it. */
const ESCAPED = 5;

function kindsOf(delimiter: string): Uint8Array {
  const kinds = new Uint8Array(256).fill(ESCAPED, 0, 32);
  kinds['\\'.charCodeAt(0)] = ESCAPED;
  kinds[LF] = LINE_END;
  kinds[CR] = MAYBE_LINE_END;
  kinds[QUOTE] = OPENING;
  kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

/**
 * RFC 4180 on UTF-8 bytes, strictly: what is ambiguous is refused with its line. Lines end with CRLF or LF, or with CR
 * when the first line does. Blank lines are passed over; an empty cell alone on its line is written `""`.
 */
export class CsvReader {
  /** Line ends seen, by kind. */
  readonly newlines = { '\r\n': 0, '\n': 0, '\r': 0 };
  blankLines = 0;
  endsWithNewline = false;
  readonly #options: CsvReaderOptions;
  readonly #delimiter: number;
  readonly #kinds: Uint8Array;
  readonly #row = new CsvRow();
  #names: string[] | undefined;
  #rest: Buffer = Buffer.alloc(0);
  /** The line the next record begins on. */
  #line: number;
  #crEndsLines = false;
  #cells = 0;
  #quotedCells = 0;
  #needlessQuotes = 0;

  constructor(options: CsvReaderOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter.charCodeAt(0);
    this.#kinds = kindsOf(options.delimiter);
    this.#line = options.firstLine;
  }

  push(bytes: Buffer): void {
    const whole = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    // A copy: the giver of the bytes may use their memory again.
    this.#rest = Buffer.from(whole.subarray(this.#read(whole, false)));
    if (this.#rest.length > (this.#options.longest ?? LONGEST_RECORD)) throw this.#tooLong();
  }

  end(): void {
    const bytes = this.#rest;
    this.#rest = Buffer.alloc(0);
    this.#read(bytes, true);
  }

  /** The line that follows all bytes read so far. */
  get line(): number {
    return this.#line + linesIn(this.#rest, 0, this.#rest.length, this.#crEndsLines);
  }

  /** How cells were quoted, if by one rule. */
  get quoting(): 'minimal' | 'all' | 'mixed' {
    if (this.#needlessQuotes === 0) return 'minimal';
    return this.#quotedCells === this.#cells ? 'all' : 'mixed';
  }

  /** Reads whole records and says where the first unfinished one begins. */
  #read(bytes: Buffer, final: boolean): number {
    const kinds = this.#kinds;
    const row = this.#row;
    const length = bytes.length;
    row.bytes = bytes;
    let at = 0;
    this.#begin(0);
    while (at < length) {
      if (bytes[at] === QUOTE) {
        at = this.#quotedCell(bytes, at, final);
        if (at < 0) return row.start;
      } else {
        const from = at;
        let kind = ORDINARY;
        for (; at < length; at++) {
          kind = kinds[bytes[at] ?? 0] ?? ORDINARY;
          if (kind === ORDINARY) continue;
          if (kind === DELIMITER || kind === LINE_END) break;
          if (kind === MAYBE_LINE_END && this.#endsLine(bytes, at)) break;
          if (kind === OPENING) throw this.#strayQuote(bytes, at);
          row.plain = false;
        }
        row.add(from, at, 0);
      }

      if (at >= length) break;
      const code = bytes[at];
      if (code === this.#delimiter) {
        at++;
        // The delimiter was the last byte: an empty cell follows it.
        if (at === length && final) row.add(at, at, 0);
        continue;
      }
      const end = at;
      if (code === LF) {
        this.newlines['\n']++;
        at++;
      } else if (code === CR && this.#endsLine(bytes, at)) {
        if (at + 1 === length && !final) return row.start;
        const pair = bytes[at + 1] === LF;
        this.newlines[pair ? '\r\n' : '\r']++;
        at += pair ? 2 : 1;
      } else throw this.#afterQuote(bytes, at);
      this.#record(end);
      this.#begin(at);
    }
    if (!final) return row.start;
    if (row.start < length) this.#record(length);
    else if (this.#names) this.endsWithNewline = true;
    return length;
  }

  #begin(at: number): void {
    const row = this.#row;
    row.start = at;
    row.count = 0;
    row.quoted = 0;
    row.plain = true;
    row.line = this.#line;
  }

  /** Takes in a cell that stands in quotes; gives the place after them, or -1 when more bytes are needed. */
  #quotedCell(bytes: Buffer, opened: number, final: boolean): number {
    const row = this.#row;
    const length = bytes.length;
    const delimiter = this.#delimiter;
    let doubled = 0;
    let needed = false;
    let at = opened + 1;
    for (; at < length; at++) {
      const code = bytes[at] ?? 0;
      if (code === QUOTE) {
        if (bytes[at + 1] !== QUOTE) break;
        doubled = 1;
        at++;
      } else if (code === LF) {
        needed = true;
        this.#line++;
      } else if (code === CR) {
        needed = true;
        if (this.#crEndsLines && bytes[at + 1] !== LF) this.#line++;
      } else if (code === delimiter) needed = true;
    }
    if (at >= length || (at + 1 === length && !final)) {
      if (final) throw this.#neverClosed(bytes, opened);
      this.#line = row.line;
      return -1;
    }
    row.quoted++;
    row.plain = false;
    if (!needed && !doubled && !(at === opened + 1 && this.#names?.length === 1)) this.#needlessQuotes++;
    row.add(opened + 1, at, doubled);
    return at + 1;
  }

  #record(end: number): void {
    const row = this.#row;
    row.end = end;
    this.#line++;
    if (row.count === 1 && row.quoted === 0 && row.isEmpty(0)) {
      this.blankLines++;
      return;
    }
    const names = this.#names;
    if (!names) {
      this.#names = row.texts();
      this.#needlessQuotes = 0;
      this.#options.onHeader(row);
      return;
    }
    if (row.count !== names.length) throw this.#ragged(names.length);
    this.#cells += row.count;
    this.#quotedCells += row.quoted;
    this.#options.onRow(row);
  }

  /** A CR ends a line before an LF, and alone where the file's first line ends so. Elsewhere it is text. */
  #endsLine(bytes: Buffer, at: number): boolean {
    if (bytes[at + 1] === LF || this.#crEndsLines) return true;
    // The last byte of a chunk: what follows decides, and the record is read again with it.
    if (at + 1 === bytes.length) return true;
    if (this.#names || this.newlines['\r\n'] + this.newlines['\n'] > 0) return false;
    this.#crEndsLines = true;
    return true;
  }

  #lineOf(bytes: Buffer, at: number): number {
    return this.#row.line + linesIn(bytes, this.#row.start, at, this.#crEndsLines);
  }

  #columnName = (index: number): string | undefined => this.#names?.[index]?.trim();

  #neverClosed(bytes: Buffer, opened: number) {
    return atLine(this.#lineOf(bytes, opened), 'a quote opens here and is never closed. Close it, or double it.');
  }

  #strayQuote(bytes: Buffer, at: number) {
    return atLine(
      this.#lineOf(bytes, at),
      'there is a quote inside a cell that does not begin with one. Put the whole cell in quotes and double those inside it.',
      this.#columnName(this.#row.count),
    );
  }

  #afterQuote(bytes: Buffer, at: number) {
    const found = quote([...bytes.toString('utf8', at, at + 4)][0] ?? '');
    return atLine(
      this.#lineOf(bytes, at),
      `${found} follows a closing quote where ${quote(this.#options.delimiter)} or the end of the line must. Double the quotes inside the cell.`,
      this.#columnName(this.#row.count - 1),
    );
  }

  #ragged(wanted: number) {
    const { count, line, bytes, start, end } = this.#row;
    const curly = /[“”]/.test(bytes.toString('utf8', start, end))
      ? ' It has curly quotes (“ ”), which do not hold a cell together: use ".'
      : '';
    return atLine(
      line,
      `the row has ${count === 1 ? '1 cell' : `${count} cells`}, the header ${wanted}. Quote cells that hold ${quote(this.#options.delimiter)} or line ends.${curly}`,
    );
  }

  #tooLong() {
    return atLine(
      this.#line,
      `the row that begins here does not end within ${this.#options.longest ?? LONGEST_RECORD} bytes. Is a quote not closed?`,
    );
  }
}

function linesIn(bytes: Buffer, from: number, to: number, crEndsLines: boolean): number {
  let lines = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === LF || (crEndsLines && bytes[at] === CR && bytes[at + 1] !== LF)) lines++;
  }
  return lines;
}
