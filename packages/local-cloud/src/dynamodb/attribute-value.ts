import { AwsError } from '../aws-error.ts';
import { canonical, compareText, NumberError } from './decimal.ts';
import { invalid, invalidParameter } from './errors.ts';

/** One value as the API spells it. Exactly one member is set. Binary is base64 text inside the local cloud. */
export interface AttributeValue {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
  readonly M?: Item;
  readonly L?: readonly AttributeValue[];
}

/** Attribute names to values. Items are never changed in place, so they can be handed out without a copy. */
export type Item = Readonly<Record<string, AttributeValue>>;

export type AttributeType = keyof AttributeValue;

const TYPES: ReadonlySet<string> = new Set(['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'M', 'L']);
const DEEPEST = 32;
export const LONGEST_NAME = 65_535;

export const isAttributeType = (name: string): name is AttributeType => TYPES.has(name);

export function typeOf(value: AttributeValue): AttributeType {
  for (const type in value) return type as AttributeType;
  throw new Error('an attribute value without a type');
}

export function attribute(item: Item | undefined, name: string): AttributeValue | undefined {
  return item && Object.hasOwn(item, name) ? item[name] : undefined;
}

/** Checks what a client sent and gives an own, normalised copy: numbers in their one spelling, binary as base64. */
export function parseItem(input: unknown): Item {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) {
    throw invalid('A map of attribute values is expected, such as {"id": {"S": "a"}}.');
  }
  return parseMembers(input, 1);
}

function parseMembers(input: object, depth: number): Item {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (name === '') throw invalid('Empty attribute name');
      if (Buffer.byteLength(name) > LONGEST_NAME) {
        throw invalid('Attribute name is too large, must be less than 65536 bytes');
      }
      return [name, parseAttributeValue(value, depth)];
    }),
  );
}

export function parseAttributeValue(input: unknown, depth = 0): AttributeValue {
  if (depth > DEEPEST) {
    throw invalid('Nesting Levels have exceeded supported limits: Attributes with nesting level over 32');
  }
  if (input === null || typeof input !== 'object') throw emptyValue();
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  if (given.length > 1) {
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  }
  const [type, value] = given[0] ?? [];
  if (type === undefined || !isAttributeType(type)) throw emptyValue();
  switch (type) {
    case 'S':
      return { S: text(value, type) };
    case 'N':
      return { N: number(value) };
    case 'B':
      return { B: binary(value) };
    case 'BOOL':
      if (typeof value !== 'boolean') throw wrongKind(type, 'a boolean');
      return { BOOL: value };
    case 'NULL':
      if (value !== true) throw invalidParameter('Null attribute value types must have the value of true');
      return { NULL: true };
    case 'SS':
      return { SS: set(value, type, (member) => text(member, type)) };
    case 'NS':
      return { NS: set(value, type, number) };
    case 'BS':
      return { BS: set(value, type, binary) };
    case 'L':
      return { L: list(value, type).map((member) => parseAttributeValue(member, depth + 1)) };
    case 'M': {
      if (typeof value !== 'object' || Array.isArray(value)) throw wrongKind(type, 'a map');
      return { M: parseMembers(value as object, depth + 1) };
    }
  }
}

/** For equal types: -1, 0, 1 in the order of a sort key. Numbers by value, text by its UTF-8 bytes, binary by bytes. */
export function compareValues(a: AttributeValue, b: AttributeValue): number {
  if (a.N !== undefined && b.N !== undefined) return compareText(a.N, b.N);
  if (a.S !== undefined && b.S !== undefined) return compareUtf8(a.S, b.S);
  if (a.B !== undefined && b.B !== undefined) return Buffer.compare(bytes(a.B), bytes(b.B));
  throw new Error('only strings, numbers and binary values have an order');
}

export const hasOrder = (value: AttributeValue): boolean =>
  value.S !== undefined || value.N !== undefined || value.B !== undefined;

export function equalValues(a: AttributeValue, b: AttributeValue): boolean {
  const type = typeOf(a);
  if (typeOf(b) !== type) return false;
  if (type === 'SS' || type === 'NS' || type === 'BS') {
    const members = new Set(a[type]);
    return members.size === b[type]?.length && (b[type] ?? []).every((member) => members.has(member));
  }
  if (type === 'L') {
    const [left, right] = [a.L ?? [], b.L ?? []];
    return left.length === right.length && left.every((member, index) => equalValues(member, right[index] ?? {}));
  }
  if (type === 'M') {
    const [left, right] = [a.M ?? {}, b.M ?? {}];
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => {
        const other = attribute(right, name);
        return other !== undefined && equalValues(left[name] as AttributeValue, other);
      })
    );
  }
  return a[type] === b[type];
}

const SURROGATE = /[\ud800-\udfff]/;

function compareUtf8(a: string, b: string): number {
  // UTF-16 and UTF-8 order agree but for characters beyond the basic plane.
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

export const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

function text(value: unknown, type: string): string {
  if (typeof value !== 'string') throw wrongKind(type, 'a string');
  return value;
}

function number(value: unknown): string {
  if (typeof value !== 'string') throw wrongKind('N', 'a string such as "12.5"');
  try {
    return canonical(value);
  } catch (error) {
    if (error instanceof NumberError) throw invalid(error.message);
    throw error;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function binary(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'string' || !BASE64.test(value)) throw wrongKind('B', 'base64 text');
  return value;
}

function list(value: unknown, type: string): unknown[] {
  if (!Array.isArray(value)) throw wrongKind(type, 'a list');
  return value;
}

function set(value: unknown, type: 'SS' | 'NS' | 'BS', parse: (member: unknown) => string): string[] {
  const members = list(value, type).map(parse);
  if (members.length === 0) throw invalidParameter(`An ${NAMES[type]} set  may not be empty`);
  if (new Set(members).size < members.length) {
    throw invalidParameter(`Input collection [${members.join(', ')}] contains duplicates.`);
  }
  return members;
}

const NAMES = { SS: 'string', NS: 'number', BS: 'binary' };

const emptyValue = () =>
  invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');

/** JSON of another kind than the protocol has there does not reach DynamoDB's own checks. */
const wrongKind = (type: string, expected: string) =>
  new AwsError('SerializationException', `The AttributeValue of type ${type} must hold ${expected}.`);
