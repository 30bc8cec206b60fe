import { DatasetError, quote } from './dataset-error.ts';
import type { DatasetFormat } from './source-format.ts';

const BY_EXTENSION: Readonly<Record<string, DatasetFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'json',
};

/** Files people try that are no text; the bytes would say so too, this says it by name. */
const REFUSED: Readonly<Record<string, string>> = {
  xlsx: 'This is an Excel workbook. Save the sheet as CSV UTF-8 and import that.',
  xls: 'This is an Excel workbook. Save the sheet as CSV UTF-8 and import that.',
  parquet: 'Parquet is not supported. Export it as CSV or JSON Lines.',
};

/** By the file's extension; where it says nothing, by what the text begins with. */
export function detectFormat(name: string, head: string): DatasetFormat {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const byName = BY_EXTENSION[extension];
  const first = head.trimStart()[0] ?? '';
  // JSON Lines are often called .json: then the first line is a whole object.
  if (byName === 'json' && first === '{')
    return isObject(head.trimStart().split(/\r?\n/, 1)[0] ?? '') ? 'jsonl' : 'json';
  if (byName) return byName;
  if (first === '{') return 'jsonl';
  return /^\[\s*(\{|\]|$)/.test(head.trimStart()) ? 'json' : 'csv';
}

export function refuseExtension(name: string): void {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const message = Object.hasOwn(REFUSED, extension) ? REFUSED[extension] : undefined;
  if (message) throw new DatasetError(`${quote(name)}: ${message}`);
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object';
  } catch {
    return false;
  }
}
