import type { ResultFile } from '../../contracts/bulk-job.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { readItems } from '../bulk/read-items.ts';
import { CsvReader } from '../dataset/csv/csv-reader.ts';
import { JsonArrayReader } from '../dataset/json/json-array-reader.ts';
import { JsonLinesReader } from '../dataset/json/jsonl-reader.ts';

/** Takes the bytes of a file of results, and gives its entries as JSON texts. */
export interface EntryReader {
  push(bytes: Buffer): void;
  end(): void;
}

/** Whoever is told of the entries counts their bytes, and gives up long before. */
const LONGEST = 16 * 1024 * 1024;
/** JSON that is no array is read as a whole; it may have so much. */
const LARGEST_WHOLE_BYTES = 64 * 1024 * 1024;

/** @param onEntry told of each entry, in one line of JSON */
export function entryReader(
  { format, itemsPath }: Pick<ResultFile, 'format' | 'itemsPath'>,
  contentType: string,
  onEntry: (json: string) => void,
): EntryReader {
  const kind =
    format ?? (/csv/i.test(contentType) ? 'csv' : /ndjson|jsonl|x-json-?lines/i.test(contentType) ? 'ndjson' : 'json');
  if (kind === 'csv') return csvEntries(onEntry);
  if (kind === 'json' && itemsPath !== undefined) return wholeEntries(itemsPath, onEntry);
  return jsonEntries(kind, onEntry);
}

function csvEntries(onEntry: (json: string) => void): EntryReader {
  let names: string[] = [];
  const reader = new CsvReader({
    delimiter: ',',
    firstLine: 1,
    longest: LONGEST,
    onHeader: (row) => {
      names = row.texts();
    },
    onRow: (row) => {
      const texts = row.texts();
      onEntry(JSON.stringify(Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))));
    },
  });
  return reader;
}

function jsonEntries(kind: 'json' | 'ndjson', onEntry: (json: string) => void): EntryReader {
  const decoder = new TextDecoder();
  const onRow = (raw: string) => onEntry(raw.replace(/[\r\n]+/g, ' '));
  const reader = kind === 'json' ? new JsonArrayReader(onRow, LONGEST) : new JsonLinesReader(onRow, LONGEST);
  return {
    push: (bytes) => reader.push(decoder.decode(bytes, { stream: true })),
    end: () => {
      reader.push(decoder.decode());
      reader.end();
    },
  };
}

function wholeEntries(itemsPath: string, onEntry: (json: string) => void): EntryReader {
  const parts: Buffer[] = [];
  let size = 0;
  return {
    push: (bytes) => {
      size += bytes.length;
      if (size > LARGEST_WHOLE_BYTES) {
        throw new RollcallError(
          'AnswerTooLarge',
          `The results are JSON of more than ${LARGEST_WHOLE_BYTES} bytes. Ask for NDJSON or CSV.`,
        );
      }
      parts.push(Buffer.from(bytes));
    },
    end: () => {
      const text = Buffer.concat(parts).toString('utf8');
      const found = readItems({ text, contentType: 'application/json' }, { itemsPath, sent: 0 });
      if (!found)
        throw new RollcallError(
          'AnswerUnreadable',
          `The results have no list at ${itemsPath}. Check itemsPath of bulkConfig.job.`,
        );
      for (const item of found.items) onEntry(JSON.stringify(item));
    },
  };
}
