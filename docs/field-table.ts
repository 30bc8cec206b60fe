import { allowedValues } from '../core/eval-file/allowed-values.ts';
import type { JsonSchema } from '../core/eval-file/json-schema.ts';

/** A field of a schema, with its path from the top. */
export interface Row {
  readonly field: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Every field, those of objects after the object itself. */
export function rowsOf(schema: JsonSchema, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = { field: path, schema: field, required: schema.required?.includes(name) ?? false };
    const choices = field.oneOf ?? field.anyOf ?? [];
    const below = field.items ? rowsOf(field.items, `${path}[].`) : rowsOf(field, `${path}.`);
    return [row, ...below, ...merged(choices.map((choice) => rowsOf(choice, `${path}.`)))];
  });
}

/** Fields of alternatives in one list: a field is required when every alternative asks for it. */
function merged(alternatives: readonly Row[][]): Row[] {
  const all = alternatives.flat();
  return [...new Set(all.map(({ field }) => field))].map((field) => {
    const rows = all.filter((row) => row.field === field);
    const [{ schema } = { schema: {} }] = rows;
    const required = rows.length === alternatives.length && rows.every((row) => row.required);
    if (rows.every((row) => row.schema.const === undefined)) return { field, schema, required };
    const meanings = rows.map((row) => `\`${row.schema.const}\`: ${row.schema.description ?? ''}`);
    return { field, required, schema: { enum: rows.map((row) => row.schema.const), description: meanings.join('. ') } };
  });
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ field, schema, required }) => {
    const fallback = required ? '**required**' : shownDefault(schema.default);
    return `| \`${field}\` | ${escaped(kindOf(schema))} | ${fallback} | ${escaped(schema.description ?? '')} |`;
  });
  return ['| field | value | default | |', '|---|---|---|---|', ...lines].join('\n');
}

export function kindOf(schema: JsonSchema): string {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map(kindOf))].join(' or ');
  if (schema.type === 'object')
    return schema.additionalProperties && schema.additionalProperties !== true ? 'names and values' : 'an object';
  return allowedValues(schema) ?? '';
}

/** Objects whose default is `{}` state their fields' own defaults. */
const shownDefault = (value: unknown): string =>
  value === undefined || (typeof value === 'object' && value !== null) ? '' : `\`${String(value)}\``;

export const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
