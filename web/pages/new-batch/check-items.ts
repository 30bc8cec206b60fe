import { isObject } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';

const MOST = 5;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

/**
 * What the target's schema will refuse, as far as it is seen at a glance: fields that are missing, unknown or of another type.
 * The API checks items by the whole schema when they are submitted.
 */
export function checkItems(items: readonly unknown[], schema: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, schema);
    if (problem) problems.push(`Item ${rowNumber(index)}: ${problem}`);
  }
  const hidden = problems.length - MOST;
  return hidden > 0 ? [...problems.slice(0, MOST), `… and ${hidden} more`] : problems;
}

function problemOf(item: unknown, schema: Readonly<Record<string, unknown>>): string | undefined {
  if (!isObject(item)) return `it is ${typeOf(item)}, and must be an object`;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.find((field) => !Object.hasOwn(item, field));
  if (missing !== undefined) return `${missing} is missing`;
  for (const [field, value] of Object.entries(item)) {
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (property === undefined && schema.additionalProperties === false) return `${field} is not in the schema`;
    const types = isObject(property) && property.type !== undefined ? [property.type].flat().map(String) : [];
    const own = typeOf(value);
    const fits = types.includes(own) || (own === 'integer' && types.includes('number'));
    if (types.length > 0 && !fits) return `${field} is ${own}, and must be ${types.join(' or ')}`;
  }
  return undefined;
}
