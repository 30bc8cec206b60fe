import { atLine } from '../dataset-error.ts';
import { rowLine } from '../row-text.ts';
import { hashedId, UniqueIds } from '../sample-ids.ts';
import type { OnBadCell, SourceColumn } from '../source-format.ts';
import { SOURCE_MEMBER } from '../source-format.ts';
import type { CsvRow } from './csv-reader.ts';

/** What JSON escapes in a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these.
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;
const escaped = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text).slice(1, -1) : text);
/** For a string in JSON that is itself a string in JSON. */
const twiceEscaped = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1) : text;

/** Makes a table's rows into lines of JSON. */
export class CsvEncoder {
  readonly #columns: readonly SourceColumn[];
  readonly #onBadCell: OnBadCell;
  readonly #id: number;
  readonly #ids: UniqueIds | undefined;
  readonly #expected: number;
  readonly #hasJson: boolean;
  /** Text of the line after `row_index`, with a cell between each two pieces. */
  readonly #pieces: string[] = [];
  readonly #pieceCells: number[] = [];

  constructor(columns: readonly SourceColumn[], onBadCell: OnBadCell = 'fail') {
    this.#columns = columns;
    this.#onBadCell = onBadCell;
    this.#id = columns.findIndex((column) => column.id);
    this.#ids = this.#id < 0 ? undefined : new UniqueIds(columns[this.#id]?.name ?? '');
    this.#expected = columns.findIndex((column) => column.place === 'expected');
    this.#hasJson = columns.some((column) => column.json);
    this.#cutPieces();
  }

  encode({ cells, line, plain }: CsvRow, index: number): string {
    const id = this.#ids ? (cells[this.#id] ?? '') : hashedId(index, cells.join('\u001f'));
    this.#ids?.add(id, line);
    if (this.#hasJson) return this.#encodeWithJson(cells, id, line, index);
    // This runs a million times for a million rows: pieces are put together without an object in between.
    let text = `{"sample_id":"${plain ? id : escaped(id)}","row_index":${index}`;
    const pieces = this.#pieces;
    const pieceCells = this.#pieceCells;
    for (let piece = 0; piece < pieceCells.length; piece++) {
      const cell = cells[pieceCells[piece] ?? 0] ?? '';
      text += (pieces[piece] ?? '') + (plain ? cell : twiceEscaped(cell));
    }
    text += pieces[pieceCells.length] ?? '';
    const expected = this.#expected < 0 ? '' : (cells[this.#expected] ?? '');
    if (expected !== '') text += `,"expected":"${plain ? expected : escaped(expected)}"`;
    return `${text}}\n`;
  }

  #cutPieces(): void {
    let text = '';
    for (const place of ['input', 'metadata'] as const) {
      let members = 0;
      if (place === 'input') text += ',"input":"{';
      for (const [index, column] of this.#columns.entries()) {
        if (column.place !== place) continue;
        if (members === 0 && place === 'metadata') text += ',"metadata":"{';
        const name = JSON.stringify(`${JSON.stringify(column.name)}:`).slice(1, -1);
        this.#pieces.push(`${text}${members++ > 0 ? ',' : ''}${name}\\"`);
        this.#pieceCells.push(index);
        text = '\\"';
      }
      if (place === 'input' || members > 0) text += '}"';
    }
    this.#pieces.push(text);
  }

  #encodeWithJson(cells: readonly string[], sampleId: string, line: number, rowIndex: number): string {
    const places = { input: [] as string[], metadata: [] as string[] };
    const source: string[] = [];
    let expected: string | undefined;
    for (const [index, column] of this.#columns.entries()) {
      const cell = cells[index] ?? '';
      if (column.place === 'expected') {
        if (cell !== '') expected = cell;
        continue;
      }
      const member = (value: string) => `${JSON.stringify(column.name)}:${value}`;
      if (!column.json) places[column.place].push(member(JSON.stringify(cell)));
      // An empty cell is no value; `null` is one.
      else if (cell.trim() !== '') {
        const problem = jsonProblem(cell);
        if (problem === undefined) places[column.place].push(member(cell));
        else {
          if (this.#onBadCell === 'fail') throw badCell(line, column.name, problem);
          places[column.place].push(member(this.#onBadCell === 'null' ? 'null' : JSON.stringify(cell)));
          source.push(member(JSON.stringify(cell)));
        }
      } else if (cell !== '') source.push(member(JSON.stringify(cell)));
    }
    if (source.length > 0) places.metadata.push(`${JSON.stringify(SOURCE_MEMBER)}:{${source.join(',')}}`);
    const input = `{${places.input.join(',')}}`;
    const metadata = places.metadata.length > 0 ? `{${places.metadata.join(',')}}` : undefined;
    return rowLine({ sampleId, rowIndex, input, expected, metadata });
  }
}

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
