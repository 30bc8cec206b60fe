import { GrowingColumns } from '../columns.ts';
import { atLine, quote } from '../dataset-error.ts';
import { badCell, jsonProblem } from '../json-cell.ts';
import type { ReadOptions } from '../read-options.ts';
import { rowLine } from '../row-text.ts';
import { hashedId, refuseUnstorable, UniqueIds } from '../sample-ids.ts';
import { SOURCE_MEMBER, type SourceColumn } from '../source-format.ts';
import { compactJson } from './layout.ts';
import { type Members, membersOf } from './members.ts';
import { jsonString, rebuildRow } from './rebuild-row.ts';

/** One row of JSON, cut into its members. */
export interface JsonRow extends Members {
  readonly compact: string;
  readonly line: number;
}

/** Makes rows that are JSON objects into lines of JSON. */
export class JsonEncoder {
  readonly columns: GrowingColumns;
  /** How expected answers are written; the first ones settle it. */
  expectedIsJson: boolean | undefined;
  asciiOnly: boolean | undefined;
  readonly #options: ReadOptions;
  readonly #ids: UniqueIds | undefined;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.columns = new GrowingColumns(options);
    this.#ids = options.idColumn === undefined ? undefined : new UniqueIds(options.idColumn);
  }

  /** Checks that the text is an object and cuts it. */
  read(raw: string, line: number): JsonRow {
    let value: unknown;
    try {
      value = JSON.parse(raw);
    } catch (error) {
      throw atLine(line, `this is no JSON: ${(error as Error).message}`, undefined);
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
      throw atLine(line, `the row is ${kind}; each row must be an object: {"name": value, …}.`);
    }
    const compact = compactJson(raw);
    const members = membersOf(compact);
    if (members.names.length !== Object.keys(value).length) {
      const doubled = members.names.find((name, index) => members.names.indexOf(name) !== index) ?? '';
      throw atLine(line, `the key ${quote(doubled)} is there twice.`, doubled);
    }
    this.columns.add(members.names);
    return { ...members, compact, line };
  }

  encode(row: JsonRow, rowIndex: number): string {
    const sampleId = this.#ids ? this.#idOf(row) : hashedId(rowIndex, row.compact);
    this.#ids?.addText(sampleId, row.line);
    if (row.names.every((name) => this.#isPlainInput(name))) {
      return rowLine({ sampleId, rowIndex, input: row.compact });
    }
    const parts = this.#split(row);
    const rebuilt = rebuildRow(parts, this.columns, this);
    if (rebuilt === row.compact) return rowLine({ sampleId, rowIndex, ...parts });
    const source = `${JSON.stringify(SOURCE_MEMBER)}:${row.compact}`;
    const metadata = parts.metadata ? `${parts.metadata.slice(0, -1)},${source}}` : `{${source}}`;
    return rowLine({ sampleId, rowIndex, ...parts, metadata });
  }

  #isPlainInput(name: string): boolean {
    const column = this.columns.get(name);
    return column?.place === 'input' && !column.json;
  }

  #split(row: JsonRow): { input: string; expected?: string; metadata?: string } {
    const places = { input: [] as string[], metadata: [] as string[] };
    let expected: string | undefined;
    for (const [index, name] of row.names.entries()) {
      const column = this.columns.get(name);
      const value = row.values[index] ?? '';
      if (!column) continue;
      if (column.place === 'expected') expected = this.#expectedText(value, row.line, name);
      else
        places[column.place].push(`${row.rawNames[index]}:${column.json ? this.#parsed(value, column, row) : value}`);
    }
    return {
      input: `{${places.input.join(',')}}`,
      expected,
      metadata: places.metadata.length > 0 ? `{${places.metadata.join(',')}}` : undefined,
    };
  }

  /** A string's text, any other value's JSON; null is no answer. */
  #expectedText(raw: string, line: number, name: string): string | undefined {
    if (raw === 'null') return undefined;
    const isString = raw.startsWith('"');
    this.expectedIsJson ??= !isString;
    if (!isString) return raw;
    const text = JSON.parse(raw) as string;
    refuseUnstorable(text, line, name);
    if (this.asciiOnly === undefined && /[\u0080-\uffff]/.test(text)) this.asciiOnly = jsonString(text, true) === raw;
    return text;
  }

  /** A text of a JSON column becomes the value it holds; values that are no text are JSON already. */
  #parsed(raw: string, column: SourceColumn, row: JsonRow): string {
    if (!raw.startsWith('"')) return raw;
    const text = JSON.parse(raw) as string;
    const problem = jsonProblem(text);
    if (problem === undefined) return text;
    if ((this.#options.onBadCell ?? 'fail') === 'fail') throw badCell(row.line, column.name, problem);
    return this.#options.onBadCell === 'null' ? 'null' : raw;
  }

  #idOf(row: JsonRow): string {
    const column = this.#options.idColumn ?? '';
    const raw = row.values[row.names.indexOf(column)];
    if (raw === undefined) throw atLine(row.line, 'the row has no id.', column);
    if (raw === 'null' || raw.startsWith('{') || raw.startsWith('[')) {
      throw atLine(row.line, 'the id must be a text or a number.', column);
    }
    if (!raw.startsWith('"')) return raw;
    const text = JSON.parse(raw) as string;
    refuseUnstorable(text, row.line, column);
    return text;
  }
}
