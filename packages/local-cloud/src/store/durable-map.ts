import { AppendLog } from './append-log.ts';

/** A record without `value` says that the key is gone. */
interface Change<Value> {
  readonly key: string;
  readonly value?: Value;
}

/** A Map whose contents are on disk: every `set` and `delete` is there after a restart or a SIGKILL. */
export class DurableMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #log: AppendLog<Change<Value>>;

  constructor(path: string) {
    this.#log = new AppendLog<Change<Value>>({
      path,
      replay: (change) => this.#apply(change),
      snapshot: () => this.#snapshot(),
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  keys(): MapIterator<string> {
    return this.#entries.keys();
  }

  values(): MapIterator<Value> {
    return this.#entries.values();
  }

  set(key: string, value: Value): void {
    this.#log.append({ key, value });
    this.#entries.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.#entries.has(key)) return false;
    this.#log.append({ key });
    return this.#entries.delete(key);
  }

  close(): void {
    this.#log.close();
  }

  #apply({ key, value }: Change<Value>): void {
    if (typeof key !== 'string') throw new Error('a change names no key');
    if (value === undefined) this.#entries.delete(key);
    else this.#entries.set(key, value);
  }

  *#snapshot(): Iterable<Change<Value>> {
    for (const [key, value] of this.#entries) yield { key, value };
  }
}
