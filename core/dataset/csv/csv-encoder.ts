import { hash } from 'node:crypto';
import { badCell, jsonProblem } from '../json-cell.ts';
import type { RowBuffer } from '../row-buffer.ts';
import { rowLine } from '../row-text.ts';
import { ID_LENGTH, UniqueIds } from '../sample-ids.ts';
import type { OnBadCell, SourceColumn } from '../source-format.ts';
import { SOURCE_MEMBER } from '../source-format.ts';
import type { CsvRow } from './csv-row.ts';
import { ESCAPES, LONGEST_ESCAPE, TWICE_ESCAPED } from './json-escapes.ts';

const BEFORE_ID = Buffer.from('{"sample_id":"');
const BEFORE_INDEX = Buffer.from('","row_index":');
const BEFORE_EXPECTED = Buffer.from(',"expected":"');
const AFTER_EXPECTED = Buffer.from('"}\n');
const AFTER_ROW = Buffer.from('}\n');
/** Between the cells of a row whose content is hashed. */
const UNIT_SEPARATOR = 31;
const QUOTE = 34;

/**
 * Makes a table's rows into lines of JSON. Bytes are copied from the file to the line, with escapes where JSON needs
 * them: a million rows make no strings on the way.
 */
export class CsvEncoder {
  readonly #columns: readonly SourceColumn[];
  readonly #onBadCell: OnBadCell;
  readonly #id: number;
  readonly #ids: UniqueIds | undefined;
  readonly #expected: number;
  readonly #hasJson: boolean;
  /** The line after `row_index`: pieces of text with a cell between each two. */
  readonly #pieces: Buffer[] = [];
  readonly #pieceCells: number[] = [];
  readonly #fixedBytes: number;
  #content = Buffer.alloc(1 << 12);

  constructor(columns: readonly SourceColumn[], onBadCell: OnBadCell = 'fail') {
    this.#columns = columns;
    this.#onBadCell = onBadCell;
    this.#id = columns.findIndex((column) => column.id);
    this.#ids = this.#id < 0 ? undefined : new UniqueIds(columns[this.#id]?.name ?? '');
    this.#expected = columns.findIndex((column) => column.place === 'expected');
    this.#hasJson = columns.some((column) => column.json);
    this.#cutPieces();
    this.#fixedBytes = this.#pieces.reduce((sum, piece) => sum + piece.length, 200);
  }

  encode(row: CsvRow, index: number, out: RowBuffer): void {
    this.#refuseId(row);
    if (this.#hasJson) {
      out.write(this.#lineWithJson(row, index));
      return;
    }
    // The id's cell is copied twice.
    out.reserve(this.#fixedBytes + 2 * LONGEST_ESCAPE * (row.end - row.start));
    const { bytes } = out;
    let at = copy(BEFORE_ID, bytes, out.length);
    if (this.#ids) at = copyCell(row, this.#id, ESCAPES, bytes, at);
    else at += bytes.write(this.#hashedId(row, index), at, 'latin1');
    at = copy(BEFORE_INDEX, bytes, at);
    at += bytes.write(String(index), at, 'latin1');
    const cells = this.#pieceCells;
    for (let piece = 0; piece < cells.length; piece++) {
      at = copy(this.#pieces[piece] ?? AFTER_ROW, bytes, at);
      at = copyCell(row, cells[piece] ?? 0, TWICE_ESCAPED, bytes, at);
    }
    at = copy(this.#pieces[cells.length] ?? AFTER_ROW, bytes, at);
    if (this.#expected >= 0 && !row.isEmpty(this.#expected)) {
      at = copy(BEFORE_EXPECTED, bytes, at);
      at = copyCell(row, this.#expected, ESCAPES, bytes, at);
      out.length = copy(AFTER_EXPECTED, bytes, at);
    } else out.length = copy(AFTER_ROW, bytes, at);
  }

  #refuseId(row: CsvRow): void {
    if (!this.#ids) return;
    if (row.doubled[this.#id]) this.#ids.addText(row.text(this.#id), row.line);
    else this.#ids.add(row.bytes, row.starts[this.#id] ?? 0, row.ends[this.#id] ?? 0, row.line);
  }

  /** Of the cells' texts: how they were quoted does not matter, nor what becomes of each column. */
  #hashedId(row: CsvRow, index: number): string {
    const most = row.end - row.start + row.count + 20;
    if (this.#content.length < most) this.#content = Buffer.alloc(most * 2);
    const content = this.#content;
    let at = content.write(`${index}\n`, 'latin1');
    for (let cell = 0; cell < row.count; cell++) {
      if (cell > 0) content[at++] = UNIT_SEPARATOR;
      at = copyCell(row, cell, NO_ESCAPES, content, at);
    }
    return hash('sha256', content.subarray(0, at)).slice(0, ID_LENGTH);
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
        this.#pieces.push(Buffer.from(`${text}${members++ > 0 ? ',' : ''}${name}\\"`));
        this.#pieceCells.push(index);
        text = '\\"';
      }
      if (place === 'input' || members > 0) text += '}"';
    }
    this.#pieces.push(Buffer.from(text));
  }

  #lineWithJson(row: CsvRow, rowIndex: number): string {
    const places = { input: [] as string[], metadata: [] as string[] };
    const source: string[] = [];
    let expected: string | undefined;
    for (const [index, column] of this.#columns.entries()) {
      const cell = row.text(index);
      if (column.place === 'expected') {
        if (cell !== '') expected = cell;
        continue;
      }
      const member = (value: string) => `${JSON.stringify(column.name)}:${value}`;
      const into = places[column.place];
      if (!column.json) into.push(member(JSON.stringify(cell)));
      // An empty cell is no value; `null` is one.
      else if (cell.trim() === '') {
        if (cell !== '') source.push(member(JSON.stringify(cell)));
      } else {
        const problem = jsonProblem(cell);
        if (problem === undefined) into.push(member(cell));
        else {
          if (this.#onBadCell === 'fail') throw badCell(row.line, column.name, problem);
          into.push(member(this.#onBadCell === 'null' ? 'null' : JSON.stringify(cell)));
          source.push(member(JSON.stringify(cell)));
        }
      }
    }
    if (source.length > 0) places.metadata.push(`${JSON.stringify(SOURCE_MEMBER)}:{${source.join(',')}}`);
    return rowLine({
      sampleId: this.#ids ? row.text(this.#id) : this.#hashedId(row, rowIndex),
      rowIndex,
      input: `{${places.input.join(',')}}`,
      expected,
      metadata: places.metadata.length > 0 ? `{${places.metadata.join(',')}}` : undefined,
    });
  }
}

const NO_ESCAPES: readonly (Buffer | undefined)[] = [];

/** Pieces are short: a loop is faster than a call. */
function copy(piece: Buffer, to: Buffer, start: number): number {
  let at = start;
  for (let index = 0; index < piece.length; index++) to[at++] = piece[index] as number;
  return at;
}

function copyCell(
  row: CsvRow,
  cell: number,
  escapes: readonly (Buffer | undefined)[],
  to: Buffer,
  start: number,
): number {
  const { bytes } = row;
  const end = row.ends[cell] ?? 0;
  let at = start;
  if (row.plain) {
    for (let from = row.starts[cell] ?? 0; from < end; from++) to[at++] = bytes[from] as number;
    return at;
  }
  for (let from = row.starts[cell] ?? 0; from < end; from++) {
    const code = bytes[from] ?? 0;
    const escaped = escapes[code];
    if (escaped === undefined) to[at++] = code;
    else at = copy(escaped, to, at);
    // Inside a quoted cell each quote is doubled; elsewhere there is none.
    if (code === QUOTE) from++;
  }
  return at;
}
