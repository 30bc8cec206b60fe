import { AwsError } from '../../aws-error.ts';
import { type AttributeValue, LONGEST_NAME, parseAttributeValue } from '../attribute-value.ts';
import { invalid } from '../errors.ts';
import { keyNames } from '../key.ts';
import type { Table } from '../table.ts';
import type { DocumentPath } from './document-path.ts';

/** The placeholders of one request, and which of them its expressions have used. */
export class Scope {
  readonly #names: ReadonlyMap<string, string>;
  readonly #values: ReadonlyMap<string, AttributeValue>;
  readonly #used = new Set<string>();
  readonly #paths: DocumentPath[] = [];

  constructor(names: unknown, values: unknown) {
    this.#names = parseNames(names);
    this.#values = parseValues(values);
  }

  name(placeholder: string): string | undefined {
    this.#used.add(placeholder);
    return this.#names.get(placeholder);
  }

  value(placeholder: string): AttributeValue | undefined {
    this.#used.add(placeholder);
    return this.#values.get(placeholder);
  }

  addPath(path: DocumentPath): void {
    this.#paths.push(path);
  }

  /** Call when the table is known: what is inside a key attribute cannot be named. */
  checkKeyPaths(table: Table): void {
    const inside = new Set(this.#paths.filter((path) => path.length > 1).map(([first]) => first));
    const refuse = (name: string) =>
      invalid(`Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${name}`);
    for (const name of keyNames(table.key)) if (inside.has(name)) throw refuse(`Key: ${name}`);
    for (const name of table.indexes.flatMap(({ key }) => keyNames(key))) {
      if (inside.has(name)) throw refuse(`IndexKey: ${name}`);
    }
  }

  /** Call after all expressions are parsed: DynamoDB refuses placeholders that nothing refers to. */
  finish(hasExpression: boolean): void {
    this.#check('ExpressionAttributeNames', this.#names, hasExpression);
    this.#check('ExpressionAttributeValues', this.#values, hasExpression);
  }

  #check(parameter: string, given: ReadonlyMap<string, unknown>, hasExpression: boolean): void {
    if (given.size === 0) return;
    if (!hasExpression) throw invalid(`${parameter} can only be specified when using expressions`);
    const unused = [...given.keys()].filter((placeholder) => !this.#used.has(placeholder));
    if (unused.length > 0) {
      throw invalid(`Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`);
    }
  }
}

const NAME = /^#[A-Za-z0-9_]+$/;
const VALUE = /^:[A-Za-z0-9_]+$/;

function parseNames(input: unknown): Map<string, string> {
  return parsePlaceholders('ExpressionAttributeNames', NAME, input, (name, placeholder) => {
    if (typeof name !== 'string' || name === '') {
      throw invalid(`ExpressionAttributeNames contains invalid value: Empty attribute name for key ${placeholder}`);
    }
    if (Buffer.byteLength(name) > LONGEST_NAME) {
      throw invalid(
        `ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than 65536 bytes for key ${placeholder}`,
      );
    }
    return name;
  });
}

function parseValues(input: unknown): Map<string, AttributeValue> {
  return parsePlaceholders('ExpressionAttributeValues', VALUE, input, (value, placeholder) => {
    try {
      return parseAttributeValue(value);
    } catch (error) {
      if (error instanceof AwsError && error.code === 'SerializationException') throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw invalid(`ExpressionAttributeValues contains invalid value: ${reason} for key ${placeholder}`);
    }
  });
}

function parsePlaceholders<Value>(
  parameter: string,
  pattern: RegExp,
  input: unknown,
  parse: (value: unknown, placeholder: string) => Value,
): Map<string, Value> {
  const placeholders = new Map<string, Value>();
  if (input === undefined || input === null) return placeholders;
  if (typeof input !== 'object' || Array.isArray(input)) throw invalid(`${parameter} must be a map`);
  const entries = Object.entries(input);
  if (entries.length === 0) throw invalid(`${parameter} must not be empty`);
  for (const [placeholder, value] of entries) {
    if (!pattern.test(placeholder)) {
      throw invalid(`${parameter} contains invalid key: Syntax error; key: "${placeholder}"`);
    }
    placeholders.set(placeholder, parse(value, placeholder));
  }
  return placeholders;
}
