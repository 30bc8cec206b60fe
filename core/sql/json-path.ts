import { literal } from './literal.ts';

/** A member of an object that a column holds as JSON text. Names are quoted in a JSON path, and a quote ends them. */
export const jsonMember = (column: string, name: string): string =>
  `json_extract_scalar(${column}, ${literal(`$["${name.replace(/["\\]/g, '\\$&')}"]`)})`;
