import { DatasetParser } from './dataset-parser.ts';
import { type ColumnType, cellType, joinTypes, valueType } from './infer-type.ts';
import type { ColumnMapping } from './map-columns.ts';
import type { ReadOptions } from './read-options.ts';
import type { DatasetFormat, SourceColumn } from './source-format.ts';

interface PreviewColumn extends SourceColumn {
  readonly type: ColumnType;
}

export interface DatasetPreview {
  readonly format: DatasetFormat;
  readonly encoding: string;
  /** Of CSV. */
  readonly delimiter?: string;
  readonly columns: readonly PreviewColumn[];
  readonly rows: number;
  /** The first rows: texts of a table, values of JSON. */
  readonly sample: readonly Readonly<Record<string, unknown>>[];
  readonly mapping?: ColumnMapping;
  readonly warnings: readonly string[];
  readonly contentHash: string;
}

interface Seen {
  type: ColumnType;
  leadingZeros: boolean;
  formulas: boolean;
}

/** Reads a whole dataset as an import would, and keeps only what a person wants to see first. */
export class Previewer {
  readonly #parser: DatasetParser;
  readonly #limit: number;
  readonly #sample: Record<string, string>[] = [];
  readonly #seen = new Map<string, Seen>();

  constructor(name: string, options: ReadOptions, limit: number) {
    this.#limit = limit;
    this.#parser = new DatasetParser({
      name,
      options,
      onRow: (names, values, isJson) => this.#row(names, values, isJson),
    });
  }

  push(bytes: Uint8Array): void {
    this.#parser.push(bytes);
    this.#parser.clear();
  }

  end(): DatasetPreview {
    const parsed = this.#parser.end();
    const { format, encoding, columns, csv } = parsed.sourceFormat;
    return {
      format,
      encoding,
      ...(csv && { delimiter: csv.delimiter }),
      columns: columns.map((column) => ({ ...column, type: this.#seen.get(column.name)?.type ?? 'empty' })),
      rows: parsed.rows,
      sample: this.#sample.map((row) => (csv ? row : parsedRow(row))),
      ...(parsed.mapping && { mapping: parsed.mapping }),
      warnings: [...parsed.warnings, ...this.#warnings()],
      contentHash: parsed.contentHash,
    };
  }

  #row(names: readonly string[], values: readonly string[], isJson: boolean): void {
    for (let index = 0; index < names.length; index++) this.#value(names[index] ?? '', values[index] ?? '', isJson);
    if (this.#sample.length < this.#limit) {
      this.#sample.push(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
    }
  }

  #value(name: string, value: string, isJson: boolean): void {
    let seen = this.#seen.get(name);
    if (!seen) {
      seen = { type: 'empty', leadingZeros: false, formulas: false };
      this.#seen.set(name, seen);
    }
    if (!isJson) {
      const first = value.charCodeAt(0);
      if (first === 48 && /^0\d+$/.test(value)) seen.leadingZeros = true;
      else if (first === 61) seen.formulas = true;
    }
    const otherwise = isJson ? 'mixed' : 'text';
    // Nothing that comes can change these.
    if (seen.type === otherwise) return;
    seen.type = joinTypes(seen.type, isJson ? valueType(value) : cellType(value), otherwise);
  }

  #warnings(): string[] {
    const named = (what: 'leadingZeros' | 'formulas') =>
      [...this.#seen].filter(([, seen]) => seen[what]).map(([name]) => JSON.stringify(name));
    const zeros = named('leadingZeros');
    const formulas = named('formulas');
    return [
      ...(zeros.length > 0 ? [`Numbers with leading zeros stay text: ${zeros.join(', ')}.`] : []),
      ...(formulas.length > 0
        ? [`Cells that begin with "=" stay text, nothing is computed: ${formulas.join(', ')}.`]
        : []),
    ];
  }
}

const parsedRow = (row: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, raw]) => [name, JSON.parse(raw) as unknown]));
