import type { NumberField } from '../definition/definition.ts';
import { wrongType } from '../query-language/jsonata.ts';
import type { Visit } from './visit.ts';

/** A field that is a whole number, or an expression that gives one: TimeoutSeconds, MaxConcurrency, Seconds … */
export async function wholeNumber(
  visit: Visit,
  source: NumberField,
  location: string,
  least: number,
  most: number,
): Promise<number> {
  const value = await visit.language.evaluate(visit, source, location);
  if (typeof value !== 'number') throw wrongType(visit, source, location, 'number', value);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw visit.evaluationFailure(
      location,
      `The field '${location}' is ${value}; it must be a whole number from ${least} to ${most}.`,
    );
  }
  return value;
}
