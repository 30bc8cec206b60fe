import { createHash } from 'node:crypto';
import { MOST_SHARDS, ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { ByteDecoder } from './byte-decoder.ts';
import { CsvTable } from './csv/csv-table.ts';
import { DatasetError } from './dataset-error.ts';
import { detectFormat, refuseExtension } from './detect-format.ts';
import { JsonRows } from './json/json-rows.ts';
import { type ColumnMapping, compileMapping } from './map-columns.ts';
import { canonicalOptions, hasMapping, type ReadOptions } from './read-options.ts';
import { refuseLarge } from './row-text.ts';
import type { SourceFormat } from './source-format.ts';

/** As many as one run can call. */
const MOST_ROWS = MOST_SHARDS * ROWS_PER_SHARD;
/** So much text is looked at before the format and the delimiter are chosen. */
const HEAD_LENGTH = 64 * 1024;

/** Sees every row: cell texts of a table, values of an object as JSON. */
export type RowObserver = (names: readonly string[], values: readonly string[], isJson: boolean) => void;

export interface ParserOptions {
  /** File name; its extension tells the format. */
  readonly name: string;
  readonly options: ReadOptions;
  /** A row as a line of JSON, ready for the imports prefix. */
  onLine(line: string): void;
  readonly onRow?: RowObserver;
}

/** What is known once all rows are read. */
export interface ParsedDataset {
  readonly rows: number;
  readonly contentHash: string;
  readonly sourceFormat: SourceFormat;
  readonly mapping?: ColumnMapping;
  readonly warnings: readonly string[];
}

/** A part that reads text of one format and gives its rows to the parser. */
export interface FormatReader {
  push(text: string): void;
  end(): void;
  readonly line: number;
  /** Format, columns and what else an exact export needs. */
  describe(): Omit<SourceFormat, 'encoding' | 'bom' | 'options' | 'inputMapping'>;
  warnings(): string[];
}

/** The one parser, for preview and import alike: bytes in, rows out. Memory stays the same whatever the file's size. */
export class DatasetParser {
  readonly #parser: ParserOptions;
  readonly #decoder = new ByteDecoder();
  readonly #hash = createHash('sha256');
  #reader: FormatReader | undefined;
  #head = '';
  #rows = 0;

  constructor(parser: ParserOptions) {
    this.#parser = parser;
    if (!parser.options.format) refuseExtension(parser.name);
  }

  push(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#text(this.#decoder.push(bytes), false);
  }

  end(): ParsedDataset {
    this.#text(this.#decoder.end(), true);
    const reader = this.#reader;
    if (!reader) throw new DatasetError('The file is empty.');
    reader.end();
    if (this.#rows === 0) throw new DatasetError('The file has no rows: there is nothing after its header.');
    const described = reader.describe();
    const { options } = this.#parser;
    const mapping = hasMapping(options)
      ? compileMapping({
          ...options,
          columns: described.columns.map((column) => column.name),
          expectedColumn: described.columns.find((column) => column.place === 'expected')?.name,
        })
      : undefined;
    return {
      rows: this.#rows,
      contentHash: this.#hash.digest('hex'),
      sourceFormat: {
        ...described,
        encoding: this.#decoder.encoding,
        bom: this.#decoder.bom,
        options: canonicalOptions(options),
        ...(mapping && { inputMapping: mapping.jsonata }),
      },
      mapping,
      warnings: [...reader.warnings(), ...mappingWarnings(mapping)],
    };
  }

  #text(text: string, final: boolean): void {
    if (this.#reader) this.#reader.push(text);
    else {
      this.#head += text;
      const enough = this.#head.length >= HEAD_LENGTH || final || this.#decoder.problem !== undefined;
      if (enough && this.#head.trim() !== '') {
        const head = this.#head;
        this.#head = '';
        this.#reader = this.#start(head);
        this.#reader.push(head);
      }
    }
    const { problem } = this.#decoder;
    if (!problem) return;
    const line = this.#reader?.line ?? 1;
    throw new DatasetError(
      `Line ${line}, byte ${problem.offset + 1} of the file: ${problem.what}. Save the file as UTF-8 (in Excel: CSV UTF-8).`,
      { line },
    );
  }

  #start(head: string): FormatReader {
    const { name, options, onRow } = this.#parser;
    const format = options.format ?? detectFormat(name, head);
    const onLine = (line: string, lineNumber: number) => {
      refuseLarge(line, lineNumber);
      if (this.#rows > MOST_ROWS) {
        throw new DatasetError(`There are more than ${MOST_ROWS} rows, the most one run can call. Split the file.`);
      }
      this.#parser.onLine(line);
    };
    const nextIndex = () => this.#rows++;
    return format === 'csv'
      ? new CsvTable({ options, head, name, nextIndex, onLine, onRow })
      : new JsonRows({ options, format, nextIndex, onLine, onRow });
  }
}

function mappingWarnings(mapping: ColumnMapping | undefined): string[] {
  if (!mapping || mapping.missing.length === 0) return [];
  const fields = mapping.missing.map((field) => JSON.stringify(field)).join(', ');
  return [`No column feeds the input ${mapping.missing.length === 1 ? 'field' : 'fields'} ${fields}.`];
}
