/** A cell, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Records of CSV by its header (RFC 4180); undefined when it is none, or has no record. */
export function csvRows(text: string): Record<string, string>[] | undefined {
  const records = recordsOf(text.replace(/^\uFEFF/, ''));
  const [header, ...rows] = records ?? [];
  if (!header || rows.length === 0 || rows.some((row) => row.length !== header.length)) return undefined;
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

function recordsOf(text: string): string[][] | undefined {
  const records: string[][] = [];
  let record: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (!found) return undefined;
    const [, quoted, plain = '', end] = found;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    // A comma at the very end is followed by one more cell, which is empty.
    if (end === ',' && CELL.lastIndex === text.length) record.push('');
    if (end === ',' && CELL.lastIndex < text.length) continue;
    // A blank line is no record.
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  }
  return records;
}
