import { DatasetError } from './dataset-error.ts';

/** First bytes of files people take for tables, and what to do with them. */
const KNOWN: readonly (readonly [bytes: string, message: string])[] = [
  ['504b0304', 'The file is an Excel workbook or another zip archive, not text. Save the sheet as CSV UTF-8.'],
  ['504b0506', 'The file is an empty zip archive, not text. Save the sheet as CSV UTF-8.'],
  ['d0cf11e0', 'The file is an old Excel workbook (.xls), not text. Save the sheet as CSV UTF-8.'],
  ['1f8b', 'The file is compressed with gzip. Decompress it first: gunzip FILE.'],
  ['28b52ffd', 'The file is compressed with zstd. Decompress it first: unzstd FILE.'],
  ['25504446', 'The file is a PDF, not a table.'],
  ['50415231', 'The file is Parquet, which is not supported. Export it as CSV or JSON Lines.'],
  ['53514c69', 'The file is an SQLite database, not text. Export the table as CSV.'],
  ['89504e47', 'The file is a PNG image, not a table.'],
];

export function refuseBinary(head: Buffer): void {
  const hex = head.subarray(0, 4).toString('hex');
  const known = KNOWN.find(([bytes]) => hex.startsWith(bytes));
  if (known) throw new DatasetError(known[1]);
  const [first, second, third, fourth] = head;
  if (head.length >= 4 && ((first === 0 && third === 0 && second) || (second === 0 && fourth === 0 && first))) {
    throw new DatasetError(
      'The file looks like UTF-16 without a byte order mark. Save it as UTF-8, or as UTF-16 with the mark.',
    );
  }
}
