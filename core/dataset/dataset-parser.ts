import { createHash } from 'node:crypto';
import { MOST_SHARDS, ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { answerWarnings } from './answer-columns.ts';
import { ByteDecoder } from './byte-decoder.ts';
import { CsvTable } from './csv/csv-table.ts';
import { DatasetError } from './dataset-error.ts';
import { detectFormat, refuseExtension } from './detect-format.ts';
import type { FormatReader, RowObserver } from './format-reader.ts';
import { JsonRows } from './json/json-rows.ts';
import { type ColumnMapping, compileMapping } from './map-columns.ts';
import { canonicalOptions, hasMapping, type ReadOptions } from './read-options.ts';
import { RowBuffer } from './row-buffer.ts';
import { refuseLarge } from './row-text.ts';
import type { SourceFormat } from './source-format.ts';

/** As many as one run can call. */
const MOST_ROWS = MOST_SHARDS * ROWS_PER_SHARD;
/** So many bytes are looked at before the format and the delimiter are chosen. */
const HEAD_LENGTH = 64 * 1024;

export interface ParserOptions {
  /** File name; its extension tells the format. */
  readonly name: string;
  readonly options: ReadOptions;
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

/** The one parser, for preview and import alike: bytes in, rows out. Memory stays the same whatever the file's size. */
export class DatasetParser {
  readonly #parser: ParserOptions;
  readonly #decoder = new ByteDecoder();
  readonly #hash = createHash('sha256');
  #reader: FormatReader | undefined;
  readonly #out = new RowBuffer();
  #head: Buffer = Buffer.alloc(0);
  #rows = 0;

  constructor(parser: ParserOptions) {
    this.#parser = parser;
    if (!parser.options.format) refuseExtension(parser.name);
  }

  push(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#read(this.#decoder.push(bytes), false);
  }

  end(): ParsedDataset {
    this.#read(this.#decoder.end(), true);
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
      warnings: [...reader.warnings(), ...mappingWarnings(mapping), ...answerWarnings(described.columns)],
    };
  }

  /** Rows read so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Bytes of the rows that are made and not yet taken. */
  get pendingBytes(): number {
    return this.#out.length;
  }

  /** These rows, as lines of JSON, ready for the imports prefix. */
  take(): Buffer {
    return this.#out.take();
  }

  /** Forgets these rows. */
  clear(): void {
    this.#out.clear();
  }

  #read(bytes: Buffer, final: boolean): void {
    if (this.#reader) this.#reader.push(bytes);
    else {
      this.#head = Buffer.concat([this.#head, bytes]);
      const enough = this.#head.length >= HEAD_LENGTH || final || this.#decoder.problem !== undefined;
      const head = enough ? this.#head.toString() : '';
      if (head.trim() !== '') {
        this.#reader = this.#start(head);
        this.#reader.push(this.#head);
        this.#head = Buffer.alloc(0);
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
    const out = this.#out;
    const onWritten = (start: number, line: number) => {
      refuseLarge(out.length - start, line);
      if (this.#rows > MOST_ROWS) {
        throw new DatasetError(`There are more than ${MOST_ROWS} rows, the most one run can call. Split the file.`);
      }
    };
    const nextIndex = () => this.#rows++;
    return format === 'csv'
      ? new CsvTable({ options, head, nextIndex, out, onWritten, onRow })
      : new JsonRows({ options, format, nextIndex, out, onWritten, onRow });
  }
}

function mappingWarnings(mapping: ColumnMapping | undefined): string[] {
  if (!mapping || mapping.missing.length === 0) return [];
  const fields = mapping.missing.map((field) => JSON.stringify(field)).join(', ');
  return [`No column feeds the input ${mapping.missing.length === 1 ? 'field' : 'fields'} ${fields}.`];
}
