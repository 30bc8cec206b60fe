import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CSV_HEADER_BYTES, ITEM_BYTES } from '../map-limits.ts';
import { readerFailed } from './reader-error.ts';

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
