/** One field: NULL is written as nothing, the empty string as `""`. */
export type Field = string | undefined;

const QUOTE = 0x22;
const COMMA = 0x2c;
const NEWLINE = 0x0a;

/** Reads rows from the beginning of a result file's bytes, as far as they are whole. */
export function readRows(bytes: Buffer, most: number, atEnd: boolean): { rows: Field[][]; used: number } {
  const rows: Field[][] = [];
  let used = 0;
  while (rows.length < most && used < bytes.length) {
    const row = readRow(bytes, used, atEnd);
    if (!row) break;
    rows.push(row.fields);
    used = row.end;
  }
  return { rows, used };
}

function readRow(bytes: Buffer, start: number, atEnd: boolean): { fields: Field[]; end: number } | undefined {
  const fields: Field[] = [];
  let at = start;
  for (;;) {
    if (bytes[at] === QUOTE) {
      const close = closingQuote(bytes, at + 1);
      // A quote that is the last byte may be the first half of a doubled one.
      if (close === undefined || (close + 1 >= bytes.length && !atEnd)) return undefined;
      fields.push(bytes.toString('utf8', at + 1, close).replaceAll('""', '"'));
      at = close + 1;
    } else {
      fields.push(undefined);
    }
    if (at >= bytes.length) return atEnd ? { fields, end: at } : undefined;
    if (bytes[at] === NEWLINE) return { fields, end: at + 1 };
    if (bytes[at] !== COMMA) throw new Error('The result file was changed after the query wrote it.');
    at += 1;
  }
}

function closingQuote(bytes: Buffer, from: number): number | undefined {
  let at = bytes.indexOf(QUOTE, from);
  while (at >= 0 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2);
  return at < 0 ? undefined : at;
}

/** Lines of a text result, one field each. */
export function readLines(bytes: Buffer, most: number, atEnd: boolean): { rows: Field[][]; used: number } {
  const rows: Field[][] = [];
  let used = 0;
  while (rows.length < most && used < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, used);
    if (newline < 0 && !atEnd) break;
    const end = newline < 0 ? bytes.length : newline;
    rows.push([bytes.toString('utf8', used, end)]);
    used = end + 1;
  }
  return { rows, used: Math.min(used, bytes.length) };
}
