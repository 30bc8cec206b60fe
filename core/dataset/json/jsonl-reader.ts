import { atLine } from '../dataset-error.ts';
import { type JsonRowReader, LONGEST_ROW, type OnJsonRow } from './json-row-reader.ts';

/** One JSON value a line. Blank lines are passed over. */
export class JsonLinesReader implements JsonRowReader {
  line = 1;
  newline: '\n' | '\r\n' = '\n';
  endsWithNewline = false;
  blankLines = 0;
  readonly #onRow: OnJsonRow;
  #rest = '';

  readonly #longest: number;

  constructor(onRow: OnJsonRow, longest = LONGEST_ROW) {
    this.#onRow = onRow;
    this.#longest = longest;
  }

  push(text: string): void {
    const whole = this.#rest === '' ? text : this.#rest + text;
    let start = 0;
    for (let end = whole.indexOf('\n'); end >= 0; end = whole.indexOf('\n', start)) {
      if (this.line === 1 && whole.charCodeAt(end - 1) === 13) this.newline = '\r\n';
      this.#row(whole.slice(start, end));
      this.line++;
      start = end + 1;
    }
    this.#rest = whole.slice(start);
    if (this.#rest.length > this.#longest) {
      throw atLine(
        this.line,
        `the line is longer than ${this.#longest} characters. Is this one JSON array? Name it .json.`,
      );
    }
  }

  end(): void {
    this.endsWithNewline = this.#rest === '';
    if (this.#rest !== '') this.#row(this.#rest);
  }

  #row(raw: string): void {
    const text = raw.trim();
    if (text === '') this.blankLines++;
    else this.#onRow(text, this.line);
  }
}
