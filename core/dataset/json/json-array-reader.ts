import { atLine, DatasetError } from '../dataset-error.ts';
import { type JsonRowReader, LONGEST_ROW, type OnJsonRow } from './json-row-reader.ts';
import { endOfNested, endOfString, skipSpace } from './members.ts';

type Expecting = 'array' | 'first element' | 'element' | 'comma' | 'nothing';

/** The elements of one JSON array, as they come: the whole of it is never in memory. */
export class JsonArrayReader implements JsonRowReader {
  line = 1;
  newline: '\n' | '\r\n' = '\n';
  endsWithNewline = false;
  readonly blankLines = 0;
  readonly #onRow: OnJsonRow;
  #expecting: Expecting = 'array';
  #elements = 0;
  #rest = '';
  /** White space and punctuation since the last element. */
  #gap = '';
  #open = '';
  #between: string | undefined;

  readonly #longest: number;

  constructor(onRow: OnJsonRow, longest = LONGEST_ROW) {
    this.#onRow = onRow;
    this.#longest = longest;
  }

  get array() {
    const between = this.#between ?? `,${this.#open.slice(this.#open.indexOf('[') + 1)}`;
    return { open: this.#open, between, close: this.#gap };
  }

  push(text: string): void {
    const whole = this.#rest === '' ? text : this.#rest + text;
    this.#rest = whole.slice(this.#read(whole, false));
    if (this.#rest.length + this.#gap.length > this.#longest) {
      throw atLine(this.line, `element ${this.#elements + 1} is longer than ${this.#longest} characters.`);
    }
  }

  end(): void {
    this.#read(this.#rest, true);
    if (this.#expecting !== 'nothing') {
      throw atLine(
        this.line,
        `the array is not closed: the file ends after element ${this.#elements}. It must end with "]".`,
      );
    }
    this.endsWithNewline = this.#gap.endsWith('\n');
  }

  /** Reads whole elements and says where the first unfinished one begins. */
  #read(text: string, final: boolean): number {
    let at = 0;
    for (;;) {
      const next = skipSpace(text, at);
      this.#pass(text, at, next);
      at = next;
      if (at >= text.length) return at;
      const character = text[at] ?? '';
      if (this.#expecting === 'array' && character === '[') this.#expecting = 'first element';
      else if (this.#expecting === 'comma' && character === ',') this.#expecting = 'element';
      else if ((this.#expecting === 'comma' || this.#expecting === 'first element') && character === ']') {
        this.#expecting = 'nothing';
      } else if (this.#expecting === 'element' || this.#expecting === 'first element') {
        const end = endOfElement(text, at, final);
        if (end < 0) return at;
        this.#element(text.slice(at, end));
        at = end;
        continue;
      } else throw this.#unexpected(character);
      this.#pass(text, at, at + 1);
      at++;
    }
  }

  #element(raw: string): void {
    if (this.#elements === 0) {
      this.#open = this.#gap;
      if (this.#open.includes('\r\n')) this.newline = '\r\n';
    } else this.#between ??= this.#gap;
    this.#gap = '';
    this.#elements++;
    this.#onRow(raw, this.line);
    this.line += count(raw);
    this.#expecting = 'comma';
  }

  #pass(text: string, from: number, to: number): void {
    if (from === to) return;
    const space = text.slice(from, to);
    this.#gap += space;
    this.line += count(space);
  }

  #unexpected(character: string) {
    const found = JSON.stringify(character);
    if (this.#expecting === 'array') {
      return new DatasetError(
        character === '{'
          ? 'The file holds one JSON object; it must be an array of objects ([{…}, {…}]), or one object a line (.jsonl).'
          : `The file begins with ${found}; a JSON dataset is an array of objects: [{…}, {…}].`,
        { line: this.line },
      );
    }
    return atLine(
      this.line,
      this.#expecting === 'nothing'
        ? `${found} follows the end of the array. Is this JSON Lines? Name it .jsonl.`
        : `${found} follows element ${this.#elements} where "," or "]" must.`,
    );
  }
}

/** Just after an element, or -1 when the text ends before it does. What it holds is checked by whom it is given to. */
function endOfElement(text: string, start: number, final: boolean): number {
  const first = text[start];
  const nested = first === '{' || first === '[';
  const end = nested ? endOfNested(text, start) : first === '"' ? endOfString(text, start) : endOfScalar(text, start);
  // A scalar or a broken element ends with the text at the latest.
  if (final && end < 0) return text.length;
  return !final && !nested && end === text.length ? -1 : end;
}

function endOfScalar(text: string, start: number): number {
  const end = text.slice(start).search(/[\s,\]]/);
  if (end < 0) return text.length;
  // Never empty: a comma where an element must be is an element that is no JSON.
  return start + Math.max(1, end);
}

const count = (text: string): number => text.split('\n').length - 1;
