import type { FieldValue } from '../query-language/query-language.ts';
import type { Visit } from './visit.ts';

/** A field of the state that is a whole number, or gives one: TimeoutSeconds, MaxConcurrency … */
export async function wholeNumber(
  visit: Visit,
  name: string,
  least: number,
  most: number,
): Promise<number | undefined> {
  const field = await visit.language.field(visit, visit.state, name);
  return field && requireWhole(field, name, least, most);
}

/** A path may also lead to a text that spells a number. */
export function numberIn({ value, path }: FieldValue): unknown {
  return path !== undefined && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

export function requireWhole(field: FieldValue, name: string, least: number, most: number): number {
  const { path } = field;
  const value = numberIn(field);
  if (typeof value !== 'number' || (path !== undefined && !Number.isInteger(value))) {
    throw field.wrongType(path === undefined ? 'number' : 'integer');
  }
  if (!Number.isInteger(value) || value < least || value > most) {
    throw field.refused(`The field '${name}' is ${value}; it must be a whole number from ${least} to ${most}.`);
  }
  return value;
}
