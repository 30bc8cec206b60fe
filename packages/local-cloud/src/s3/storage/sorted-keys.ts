const LARGEST_CHUNK = 1024;

/** A set of keys in listing order. Kept in chunks, so that one more key moves at most a thousand others. */
export class SortedKeys {
  readonly #chunks: string[][] = [];

  add(key: string): void {
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    if (!chunk) {
      this.#chunks.push([key]);
      return;
    }
    const index = firstWhere(chunk, (other) => compareKeys(other, key) >= 0);
    if (chunk[index] === key) return;
    chunk.splice(index, 0, key);
    if (chunk.length > LARGEST_CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(LARGEST_CHUNK / 2));
  }

  delete(key: string): void {
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    if (!chunk) return;
    const index = firstWhere(chunk, (other) => compareKeys(other, key) >= 0);
    if (chunk[index] !== key) return;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The first key for which `isPast` holds. It must hold for every key after that one too. */
  first(isPast: (key: string) => boolean): string | undefined {
    const chunk = this.#chunks[firstWhere(this.#chunks, (each) => isPast(each.at(-1) ?? ''))];
    return chunk?.[firstWhere(chunk, isPast)];
  }

  /** The keys from `key` on, while nothing is added or deleted. */
  *from(key: string): Iterable<string> {
    let at = this.#chunkOf(key);
    let index = firstWhere(this.#chunks[at] ?? [], (other) => compareKeys(other, key) >= 0);
    for (; at < this.#chunks.length; at++, index = 0) {
      const chunk = this.#chunks[at] ?? [];
      for (; index < chunk.length; index++) yield chunk[index] as string;
    }
  }

  /** Where `key` is or belongs: the last chunk that does not begin after it. */
  #chunkOf(key: string): number {
    return Math.max(0, firstWhere(this.#chunks, (chunk) => compareKeys(chunk[0] ?? '', key) > 0) - 1);
  }
}

/** Binary search: the index of the first item for which `holds`, or the length. */
function firstWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A code unit that is a surrogate, or sorts after the surrogates though its character sorts before theirs. */
const HIGH = /[\ud800-\uffff]/;

/** S3 lists keys in the order of their UTF-8 bytes. It is JavaScript's order too, except beyond U+D800. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (HIGH.test(a) && HIGH.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
