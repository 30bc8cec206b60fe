import { createHash } from 'node:crypto';
import { type AttributeValue, compareValues, type Item } from './attribute-value.ts';
import { compareRange, hashText, type Key } from './key.ts';

interface Partition {
  /** Partitions are scanned in this order, which says nothing about their keys, as on AWS. */
  readonly token: string;
  readonly items: Item[];
}

/** The items of a table or an index by partition, sorted within each. */
export class ItemTree {
  readonly #key: Key;
  /** In an index several items may share a key; the table's own key then decides the order. */
  readonly #tableKey: Key;
  readonly #partitions = new Map<string, Partition>();
  #scanOrder: Partition[] | undefined;

  constructor(key: Key, tableKey: Key = key) {
    this.#key = key;
    this.#tableKey = tableKey;
  }

  find(key: Item): Item | undefined {
    const items = this.#partitions.get(hashText(key, this.#key))?.items ?? [];
    const found = items[this.#position(items, key)];
    return found && this.#compare(found, key) === 0 ? found : undefined;
  }

  /** Adds the item, or puts it in the place of the one with the same key. */
  put(item: Item): void {
    const hash = hashText(item, this.#key);
    const partition = this.#partitions.get(hash);
    if (!partition) {
      this.#partitions.set(hash, { token: tokenOf(hash), items: [item] });
      this.#scanOrder = undefined;
      return;
    }
    const position = this.#position(partition.items, item);
    const found = partition.items[position];
    partition.items.splice(position, found && this.#compare(found, item) === 0 ? 1 : 0, item);
  }

  remove(item: Item): void {
    const hash = hashText(item, this.#key);
    const items = this.#partitions.get(hash)?.items;
    if (!items) return;
    const position = this.#position(items, item);
    const found = items[position];
    if (!found || this.#compare(found, item) !== 0) return;
    items.splice(position, 1);
    if (items.length > 0) return;
    this.#partitions.delete(hash);
    this.#scanOrder = undefined;
  }

  /** The items of one partition, sorted. `after` starts behind that item, in the direction given. */
  *query(hash: Item, rangeOrder: RangeOrder | undefined, forward: boolean, after: Item | undefined): Iterable<Item> {
    const items = this.#partitions.get(hashText(hash, this.#key))?.items ?? [];
    const range = this.#key.range?.name;
    const order = (item: Item) => (rangeOrder && range ? rangeOrder(item[range] as AttributeValue) : 0);
    let from = firstIndex(items, (item) => order(item) >= 0);
    let to = firstIndex(items, (item) => order(item) > 0);
    if (after && forward)
      from = Math.max(
        from,
        firstIndex(items, (item) => this.#compare(item, after) > 0),
      );
    if (after && !forward)
      to = Math.min(
        to,
        firstIndex(items, (item) => this.#compare(item, after) >= 0),
      );
    const found = items.slice(from, to);
    yield* forward ? found : found.reverse();
  }

  /** All items, partition by partition. A segment of a parallel scan sees its share of the partitions. */
  *scan(after: Item | undefined, segment: number, segments: number): Iterable<Item> {
    this.#scanOrder ??= [...this.#partitions.values()].sort((a, b) => (a.token < b.token ? -1 : 1));
    const start = after && tokenOf(hashText(after, this.#key));
    for (const partition of this.#scanOrder) {
      if (start !== undefined && partition.token < start) continue;
      if (segmentOf(partition.token, segments) !== segment) continue;
      const resumed = start !== undefined && partition.token === start;
      for (const item of [...partition.items]) {
        if (resumed && this.#compare(item, after as Item) <= 0) continue;
        yield item;
      }
    }
  }

  isInSegment(item: Item, segment: number, segments: number): boolean {
    return segmentOf(tokenOf(hashText(item, this.#key)), segments) === segment;
  }

  #position(items: readonly Item[], item: Item): number {
    return firstIndex(items, (candidate) => this.#compare(candidate, item) >= 0);
  }

  #compare(a: Item, b: Item): number {
    const order = compareRange(a, b, this.#key);
    if (order !== 0 || this.#tableKey === this.#key) return order;
    const { hash } = this.#tableKey;
    const byHash = compareValues(a[hash.name] as AttributeValue, b[hash.name] as AttributeValue);
    return byHash !== 0 ? byHash : compareRange(a, b, this.#tableKey);
  }
}

/** Where a sort key lies: below the wanted range (-1), in it (0), above it (1). */
export type RangeOrder = (value: AttributeValue) => number;

const tokenOf = (hash: string): string => createHash('md5').update(hash).digest('hex');

const segmentOf = (token: string, segments: number): number =>
  segments === 1 ? 0 : Number.parseInt(token.slice(0, 8), 16) % segments;

/** Binary search: `test` is false for the first items and true for the rest. */
function firstIndex(items: readonly Item[], test: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
