import type { BulkConfig } from '../../contracts/bulk-config.ts';
import { isObject } from '../json.ts';
import { parsePath, valueAt } from '../scoring/json-paths.ts';
import type { BulkItem } from './bulk-body.ts';

/** What the answer says of one item that was sent. */
export type Matched =
  | {
      readonly kind: 'found';
      readonly item: unknown /** Entries for this item beyond the first. */;
      readonly more: number;
    }
  | { readonly kind: 'missing'; readonly message: string };

export interface MatchedItems {
  /** One for each item that was sent, in that order. */
  readonly matched: readonly Matched[];
  /** Entries of the answer that belong to no item that was sent. */
  readonly unknown: number;
}

type Mapping = BulkConfig['responseMapping'];

/** Finds each sent item's entry in the answer: by id, or by position where no id is configured. */
export function matchItems(
  sent: readonly BulkItem[],
  answered: readonly unknown[],
  { itemIdField }: Mapping,
): MatchedItems {
  return itemIdField === undefined ? byPosition(sent, answered) : byId(sent, answered, itemIdField);
}

/** With one too few nobody knows which one: then none of them is believed. */
function byPosition(sent: readonly BulkItem[], answered: readonly unknown[]): MatchedItems {
  if (answered.length === sent.length) {
    return { matched: answered.map((item) => ({ kind: 'found', item, more: 0 })), unknown: 0 };
  }
  const message = `${sent.length} items were sent and ${answered.length} came back, so that their order says nothing. Set bulkConfig.responseMapping.itemIdField.`;
  return { matched: sent.map(() => ({ kind: 'missing', message })), unknown: answered.length };
}

function byId(sent: readonly BulkItem[], answered: readonly unknown[], field: string): MatchedItems {
  const path = parsePath(field);
  const entries = new Map<string, unknown[]>();
  let unknown = 0;
  for (const item of answered) {
    const id = idText(valueAt(item, path));
    if (id === undefined) unknown += 1;
    else if (!entries.get(id)?.push(item)) entries.set(id, [item]);
  }
  const ids = sent.map(({ value, sampleId }) => idText(isObject(value) ? valueAt(value, path) : undefined) ?? sampleId);
  const left = new Map<string, number>();
  for (const id of ids) left.set(id, (left.get(id) ?? 0) + 1);
  const matched = ids.map((id): Matched => {
    const found = entries.get(id) ?? [];
    const waiting = left.get(id) ?? 1;
    left.set(id, waiting - 1);
    if (found.length === 0) {
      return { kind: 'missing', message: `The answer has no entry with ${field} ${JSON.stringify(id)}.` };
    }
    // Items with the same id get their entries in order; the last one is told of those that are too many.
    const [item] = found.splice(0, 1);
    const more = waiting === 1 ? found.length : 0;
    return { kind: 'found', item, more };
  });
  const known = new Set(ids);
  for (const [id, items] of entries) if (!known.has(id)) unknown += items.length;
  return { matched, unknown };
}

/** Ids are compared as text: 7 and "7" are the same. */
export const idText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
