/** What may go wrong with a bulk call. */
export const BULK_FAULTS = [
  'none',
  'shuffled',
  'missing',
  'doubled',
  'partial',
  'garbage',
  'rejected',
  'broken',
] as const;
export type BulkFault = (typeof BULK_FAULTS)[number];

export type Item = Record<string, unknown>;

/** Reads the items of a bulk call: an array, alone or under a key, NDJSON, or CSV without quoted newlines. */
export function bulkItems(body: string, contentType: string): Item[] {
  if (contentType.includes('csv')) {
    const [header = '', ...lines] = body.split('\r\n').filter((line) => line !== '');
    const names = cells(header);
    return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index] ?? '', cell])));
  }
  if (contentType.includes('ndjson'))
    return body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const parsed: unknown = JSON.parse(body);
  return Array.isArray(parsed) ? parsed : (Object.values(parsed as object).find(Array.isArray) ?? []);
}

const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** Each item's result: its id, and what a single call would have answered. */
export function bulkResults(items: readonly Item[], fault: BulkFault): Item[] {
  const results = items.map((item) => ({ id: item.id, success: true, answer: answerTo(item) }) as Item);
  switch (fault) {
    case 'shuffled':
      return results.reverse();
    case 'missing':
      return results.filter((_, index) => index % 5 !== 0);
    case 'doubled':
      return results.flatMap((result, index) => (index === 0 ? [result, result] : [result]));
    case 'partial':
      return results.map((result, index) =>
        index % 4 === 0 ? { id: result.id, success: false, error: 'no such record' } : result,
      );
    default:
      return results;
  }
}

export const answerTo = (item: Item): string => `done ${String(item.id)}`;
