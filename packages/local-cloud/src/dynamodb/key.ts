import { type AttributeValue, attribute, bytes, compareValues, type Item } from './attribute-value.ts';
import { invalid, invalidParameter } from './errors.ts';

export type KeyType = 'S' | 'N' | 'B';

export interface KeyAttribute {
  readonly name: string;
  readonly type: KeyType;
}

/** The partition key and, if there is one, the sort key of a table or an index. */
export interface Key {
  readonly hash: KeyAttribute;
  readonly range?: KeyAttribute;
}

export const LARGEST_HASH = 2048;
export const LARGEST_RANGE = 1024;

export const keyAttributes = (key: Key): KeyAttribute[] => (key.range ? [key.hash, key.range] : [key.hash]);

export const keyNames = (key: Key): string[] => keyAttributes(key).map(({ name }) => name);

/** Just the key attributes of an item. */
export function keyOf(item: Item, key: Key): Item {
  return Object.fromEntries(keyNames(key).map((name) => [name, item[name] as AttributeValue]));
}

/** For finding a partition: equal key values give equal text. */
export function hashText(item: Item, key: Key): string {
  const value = item[key.hash.name];
  return value?.[key.hash.type] ?? '';
}

export const hasKey = (item: Item, key: Key): boolean =>
  keyAttributes(key).every(({ name, type }) => attribute(item, name)?.[type] !== undefined);

/** The order of two items in one partition. */
export function compareRange(a: Item, b: Item, key: Key): number {
  if (!key.range) return 0;
  return compareValues(a[key.range.name] as AttributeValue, b[key.range.name] as AttributeValue);
}

/** A `Key` parameter must hold the key attributes, each of its type, and nothing else. */
export function checkKey(input: Item, key: Key): void {
  checkKeyNames(input, key);
  if (!hasKey(input, key)) throw doesNotMatch();
  checkKeyValues(input, key);
}

export function checkKeyNames(input: Item, key: Key): void {
  const names = keyNames(key);
  const fits = Object.keys(input).length === names.length && names.every((name) => attribute(input, name));
  if (!fits) throw doesNotMatch();
  refuseEmpty(input, key);
}

const doesNotMatch = () => invalid('The provided key element does not match the schema');

/** An item to be stored must hold the key attributes among its others. */
export function checkItemKey(item: Item, key: Key): void {
  checkItemKeyNames(item, key);
  for (const { name, type } of keyAttributes(key)) {
    const value = item[name] as AttributeValue;
    if (value[type] === undefined) {
      throw invalidParameter(`Type mismatch for key ${name} expected: ${type} actual: ${Object.keys(value)[0]}`);
    }
  }
  checkKeyValues(item, key);
}

export function checkItemKeyNames(item: Item, key: Key): void {
  const missing = keyNames(key).find((name) => !attribute(item, name));
  if (missing !== undefined) throw invalidParameter(`Missing the key ${missing} in the item`);
  refuseEmpty(item, key);
}

/** An empty key is refused before anything else is looked at. */
function refuseEmpty(item: Item, key: Key): void {
  for (const name of keyNames(key)) {
    const value = item[name] as AttributeValue;
    const empty = value.S === '' ? 'string' : value.B === '' ? 'binary' : undefined;
    if (empty) {
      throw invalid(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${empty} value. Key: ${name}`,
      );
    }
  }
}

export function keySize(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  return value.B === undefined ? 0 : bytes(value.B).length;
}

function checkKeyValues(item: Item, key: Key): void {
  for (const attributeOfKey of keyAttributes(key)) {
    const value = item[attributeOfKey.name] as AttributeValue;
    const size = keySize(value);
    if (attributeOfKey === key.hash && size > LARGEST_HASH) {
      throw invalidParameter(`Size of hashkey has exceeded the maximum size limit of${LARGEST_HASH} bytes`);
    }
    if (attributeOfKey === key.range && size > LARGEST_RANGE) {
      throw invalidParameter(`Aggregated size of all range keys has exceeded the size limit of ${LARGEST_RANGE} bytes`);
    }
  }
}
