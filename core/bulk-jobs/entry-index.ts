import type { BulkConfig } from '../../contracts/bulk-config.ts';
import { idText } from '../bulk/match-items.ts';
import { parsePath, valueAt } from '../scoring/json-paths.ts';
import { indexOfId } from './job-items.ts';

/** Finds the item of a job that an entry of its results is about. */
export interface EntryIndex {
  /** The item's place in the job; undefined when it is none of them, or all of that id are taken. */
  take(entry: unknown): number | undefined;
}

interface Items {
  readonly key: string;
  readonly count: number;
  /** Ids that the items have by themselves. */
  readonly ids: readonly (string | undefined)[];
}

/** By an id of ours, by the item's own, or else by its place in the only file there is. */
export function entryIndex(
  { key, count, ids }: Items,
  { itemIdField }: BulkConfig['responseMapping'],
  isOurs: boolean,
): EntryIndex {
  if (itemIdField === undefined) {
    let next = 0;
    return { take: () => (next < count ? next++ : undefined) };
  }
  const path = parsePath(itemIdField);
  if (isOurs) {
    return { take: (entry) => indexOfId(key, valueAt(entry, path)) };
  }
  const left = new Map<string, number[]>();
  for (const [index, id] of ids.entries()) {
    if (id !== undefined && !left.get(id)?.push(index)) left.set(id, [index]);
  }
  return {
    take: (entry) => {
      const id = idText(valueAt(entry, path));
      return id === undefined ? undefined : left.get(id)?.shift();
    },
  };
}
