import { asText } from '../json.ts';

/** What makes a spreadsheet compute a cell, or hide what follows, when a cell begins with it; in full width too. */
export const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'] as const;

/** A number below zero is no formula. Written for JavaScript and for Trino, where `$` would let a line break follow. */
export const NEGATIVE_NUMBER = String.raw`-[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`;

/** Readers of CSV end a cell, or the file, at a NUL. */
export const NUL_REPLACEMENT = '\uFFFD';

/** A mark that spreadsheets show as UTF-8 by. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What the cells of one file have in common. */
export interface CsvStyle {
  /** Text stays as it is, even when a spreadsheet would compute it. */
  readonly exact: boolean;
  /** What stands for a value that is missing. */
  readonly missing: '' | '""';
}

/**
 * What is missing is nothing at all, and empty text is `""`, so that the two can be told apart. But a line with nothing
 * on it is no record to most readers, so in a single column both are `""`.
 */
export const csvStyle = (columns: number, exact: boolean): CsvStyle => ({ exact, missing: columns === 1 ? '""' : '' });

/** One cell of RFC 4180. Text is always in quotes. `core/sql/export-values.ts` writes cells by the same rules. */
export function csvCell(value: unknown, { exact, missing }: CsvStyle): string {
  if (value === undefined || value === null) return missing;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = asText(value).replaceAll('\0', NUL_REPLACEMENT);
  const harmless = !exact && isFormula(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

const isNumber = new RegExp(`^${NEGATIVE_NUMBER}$`);

const isFormula = (text: string): boolean =>
  FORMULA_STARTS.some((start) => text.startsWith(start)) && !isNumber.test(text);

export const csvRecord = (values: readonly unknown[], style: CsvStyle): string =>
  `${values.map((value) => csvCell(value, style)).join(',')}\r\n`;
