import type { BulkConfig } from '../../contracts/bulk-config.ts';
import { csvRecord, csvStyle } from '../export/csv-cell.ts';
import { isObject } from '../json.ts';

/** An item of a bulk call: the row's mapped input, as JSON text and as the value it is. */
export interface BulkItem {
  readonly sampleId: string;
  /** To the letter: a number of twenty digits stays what it is. */
  readonly text: string;
  readonly value: unknown;
}

export interface BulkBody {
  readonly text: string;
  readonly contentType: string;
}

/** Many items as the body of one call. */
export function bulkBody(
  items: readonly BulkItem[],
  { payloadTransform, wrapperKey }: Pick<BulkConfig, 'payloadTransform' | 'wrapperKey'>,
): BulkBody {
  switch (payloadTransform) {
    case 'array': {
      const array = `[${items.map(({ text }) => text).join(',')}]`;
      const text = wrapperKey === undefined ? array : `{${JSON.stringify(wrapperKey)}:${array}}`;
      return { text, contentType: 'application/json' };
    }
    case 'ndjson':
      return { text: items.map(({ text }) => `${onOneLine(text)}\n`).join(''), contentType: 'application/x-ndjson' };
    case 'csv':
      return { text: csvOf(items), contentType: 'text/csv; charset=utf-8' };
  }
}

/** A line break in JSON text stands between its parts, never inside a string. */
const onOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** RFC 4180; the columns are all fields of all items, in the order in which they first appear. */
function csvOf(items: readonly BulkItem[]): string {
  const records = items.map(({ value }) => (isObject(value) ? value : {}));
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const style = csvStyle(columns.length, true);
  const lines = records.map((record) =>
    csvRecord(
      columns.map((column) => fieldOf(record, column)),
      style,
    ),
  );
  return csvRecord(columns, style) + lines.join('');
}

const fieldOf = (record: Readonly<Record<string, unknown>>, column: string): unknown =>
  Object.hasOwn(record, column) ? record[column] : undefined;

/** Why an item cannot be part of a bulk call. */
export function itemProblem(
  { value }: Pick<BulkItem, 'value'>,
  { payloadTransform }: Pick<BulkConfig, 'payloadTransform'>,
): string | undefined {
  if (payloadTransform !== 'csv' || (isObject(value) && Object.keys(value).length > 0)) return undefined;
  return 'With bulkConfig.payloadTransform csv an item must be an object with one field or more. Set endpointInputMapping to make one.';
}

/** How many of the items, in their order, fit into one call. One always does. */
export function itemsOfCall(
  items: readonly Pick<BulkItem, 'text'>[],
  { maxItemsPerCall, maxBytesPerCall }: { readonly maxItemsPerCall: number; readonly maxBytesPerCall: number },
): number {
  let bytes = 0;
  const end = items.findIndex(({ text }, index) => {
    // What stands between two items is counted with each.
    bytes += Buffer.byteLength(text) + 1;
    return index > 0 && bytes > maxBytesPerCall;
  });
  return Math.min(maxItemsPerCall, end < 0 ? items.length : end);
}
