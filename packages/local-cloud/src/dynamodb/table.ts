import { type AttributeValue, attribute, type Item, typeOf } from './attribute-value.ts';
import { invalid, invalidParameter } from './errors.ts';
import { project } from './expression/projection.ts';
import { itemSize } from './item-size.ts';
import { ItemTree } from './item-tree.ts';
import { hasKey, type Key, keyAttributes, keyNames, keySize, LARGEST_HASH, LARGEST_RANGE } from './key.ts';
import { type IndexDefinition, keyFrom, type TableDefinition } from './table-definition.ts';

export interface Index {
  readonly definition: IndexDefinition;
  readonly global: boolean;
  readonly key: Key;
  readonly items: ItemTree;
}

/** One table in memory: its items by key and by each secondary index. */
export class Table {
  readonly key: Key;
  readonly items: ItemTree;
  readonly #definition: TableDefinition;
  readonly #indexes: ReadonlyMap<string, Index>;
  itemCount = 0;
  sizeBytes = 0;

  constructor(definition: TableDefinition) {
    this.#definition = definition;
    this.key = keyFrom(definition.KeySchema, definition.AttributeDefinitions);
    this.items = new ItemTree(this.key);
    const index = (of: IndexDefinition, global: boolean): [string, Index] => {
      const key = keyFrom(of.KeySchema, definition.AttributeDefinitions);
      return [of.IndexName, { definition: of, global, key, items: new ItemTree(key, this.key) }];
    };
    this.#indexes = new Map([
      ...(definition.GlobalSecondaryIndexes ?? []).map((of) => index(of, true)),
      ...(definition.LocalSecondaryIndexes ?? []).map((of) => index(of, false)),
    ]);
  }

  get definition(): TableDefinition {
    return this.#definition;
  }

  get indexes(): Index[] {
    return [...this.#indexes.values()];
  }

  index(name: string): Index {
    const index = this.#indexes.get(name);
    if (!index) throw invalid(`The table does not have the specified index: ${name}`);
    return index;
  }

  get(key: Item): Item | undefined {
    return this.items.find(key);
  }

  put(item: Item): void {
    const old = this.items.find(item);
    this.#count(old, item);
    this.items.put(item);
    for (const { key, items } of this.#indexes.values()) {
      if (old && hasKey(old, key)) items.remove(old);
      if (hasKey(item, key)) items.put(item);
    }
  }

  delete(key: Item): void {
    const old = this.items.find(key);
    if (!old) return;
    this.#count(old, undefined);
    this.items.remove(old);
    for (const index of this.#indexes.values()) if (hasKey(old, index.key)) index.items.remove(old);
  }

  /** An attribute that is a key of an index must have the key's type, or not be there at all. */
  checkIndexKeys(item: Item): void {
    for (const { key, definition } of this.#indexes.values()) {
      for (const { name, type } of keyAttributes(key)) {
        const value = attribute(item, name);
        if (!value) continue;
        if (value[type] === undefined) {
          throw invalidParameter(
            `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(value)} IndexName: ${definition.IndexName}`,
          );
        }
        if (value.S === '' || value.B === '') {
          throw invalid(
            'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
              `The AttributeValue for a key attribute cannot contain an empty ${value.S === '' ? 'string' : 'binary'} value. ` +
              `IndexName: ${definition.IndexName}, IndexKey: ${name}`,
          );
        }
        if (keySize(value) > (name === key.hash.name ? LARGEST_HASH : LARGEST_RANGE)) {
          throw invalidParameter(`Size limit exceeded for Index Key ${name} IndexName: ${definition.IndexName}`);
        }
      }
    }
  }

  /** What an index holds of an item: its keys and what its projection names. */
  projected(item: Item, index: Index): Item {
    const { ProjectionType, NonKeyAttributes = [] } = index.definition.Projection;
    if (ProjectionType === 'ALL') return item;
    const names = new Set([...keyNames(this.key), ...keyNames(index.key), ...NonKeyAttributes]);
    return project(
      item,
      [...names].map((name) => [name]),
    );
  }

  #count(old: Item | undefined, item: Item | undefined): void {
    this.itemCount += (item ? 1 : 0) - (old ? 1 : 0);
    this.sizeBytes += (item ? itemSize(item) : 0) - (old ? itemSize(old) : 0);
  }
}

/** "Items past the expiration … older than five years are not deleted." */
const OLDEST_EXPIRY = 5 * 365 * 24 * 3600;

export function hasExpired(item: Item, ttlAttribute: string, nowSeconds: number): boolean {
  const value: AttributeValue | undefined = attribute(item, ttlAttribute);
  if (value?.N === undefined) return false;
  const expiry = Number(value.N);
  return expiry < nowSeconds && expiry > nowSeconds - OLDEST_EXPIRY;
}
