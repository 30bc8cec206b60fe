import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { StatesError } from '../../engine/states-error.ts';
import { CSV_HEADER_BYTES, ITEM_BYTES } from '../map-limits.ts';

const NEWLINE = 0x0a;

/** A stream's lines, one at a time; a line is never held longer than it takes to find its end. */
export async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      pieces.push(chunk.subarray(start, end));
      yield text(pieces);
      pieces = [];
      held = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      pieces.push(chunk.subarray(start));
      held += chunk.length - start;
    }
    if (held > ITEM_BYTES) throw readerFailed(`A line is longer than the ${ITEM_BYTES} bytes an item may have.`);
  }
  if (pieces.length > 0) yield text(pieces);
}

function text(pieces: Uint8Array[]): string {
  const line = (pieces.length === 1 ? Buffer.from(pieces[0] ?? []) : Buffer.concat(pieces)).toString('utf8');
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** JSON Lines: one item a line; lines that hold nothing are passed over. */
export async function* readJsonl(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let number = 0;
  for await (const line of lines(bytes)) {
    number += 1;
    const json = number === 1 && line.startsWith('\uFEFF') ? line.slice(1) : line;
    if (json.trim() === '') continue;
    try {
      yield JSON.parse(json);
    } catch {
      throw readerFailed(`Line ${number} of the JSONL dataset is not JSON.`);
    }
  }
}

/** A dataset that cannot be read. */
export const readerFailed = (cause: string): StatesError => new StatesError('States.ItemReaderFailed', cause);

export const CSV_DELIMITERS: Readonly<Record<string, string>> = {
  COMMA: ',',
  PIPE: '|',
  SEMICOLON: ';',
  SPACE: ' ',
  TAB: '\t',
};

interface CsvConfig {
  /** The header, when the first row is not it. */
  readonly headers?: readonly string[];
  readonly delimiter: string;
}

/** One item a row, its members all text. A row that is short is filled up, what is beyond the header is dropped. */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, config: CsvConfig): AsyncGenerator<unknown> {
  const parser = parse({
    bom: true,
    delimiter: config.delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ITEM_BYTES,
  });
  const source = Readable.from(bytes);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let headers = config.headers && checkedHeaders(config.headers);
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (headers) yield Object.fromEntries(headers.map((header, index) => [header, row[index] ?? '']));
      else headers = checkedHeaders(row);
    }
  } catch (error) {
    if (error instanceof CsvError) throw readerFailed(`The CSV dataset cannot be read: ${error.message}`);
    throw error;
  } finally {
    source.destroy();
  }
}

function checkedHeaders(headers: readonly string[]): readonly string[] {
  if (new Set(headers).size !== headers.length) throw readerFailed('CSV headers cannot contain duplicates.');
  const size = Buffer.byteLength(headers.join(','));
  if (size > CSV_HEADER_BYTES) {
    throw readerFailed(`The CSV header has ${size} bytes; it may have ${CSV_HEADER_BYTES}.`);
  }
  return headers;
}
