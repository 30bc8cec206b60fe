import { asText } from '../json.ts';

/** What makes a spreadsheet compute a cell, or hide what follows, when a cell begins with it. */
export const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r'] as const;

/** A mark that spreadsheets show as UTF-8 by. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One cell of RFC 4180. Text is always in quotes: what is missing is nothing at all, and empty text is `""`, so that
 * the two can be told apart. The SQL in `core/sql/export-values.ts` writes cells by the same rules.
 */
export function csvCell(value: unknown, exact: boolean): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = asText(value);
  const harmless = !exact && isFormula(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

const isFormula = (text: string): boolean => FORMULA_STARTS.some((start) => text.startsWith(start));

export const csvRecord = (values: readonly unknown[], exact: boolean): string =>
  `${values.map((value) => csvCell(value, exact)).join(',')}\r\n`;
