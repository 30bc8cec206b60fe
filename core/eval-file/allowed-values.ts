import type { JsonSchema } from './json-schema.ts';

/** `a whole number from 1 to 1000`, `one of continue, stop_after_n, stop_immediately` … */
export function allowedValues(schema: JsonSchema): string | undefined {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return String(schema.const);
  const most = schema.maximum === undefined || schema.maximum >= Number.MAX_SAFE_INTEGER ? undefined : schema.maximum;
  const least = schema.minimum ?? schema.exclusiveMinimum;
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const kind = schema.type === 'integer' ? 'a whole number' : 'a number';
      if (schema.exclusiveMinimum !== undefined && most === undefined)
        return `${kind} above ${schema.exclusiveMinimum}`;
      if (least !== undefined && most !== undefined) return `${kind} from ${least} to ${most}`;
      return least === undefined || least <= Number.MIN_SAFE_INTEGER ? kind : `${kind}, ${least} or more`;
    }
    case 'boolean':
      return 'true or false';
    case 'string':
      if (schema.maxLength !== undefined) return `text of up to ${schema.maxLength} characters`;
      return schema.format === 'uri' ? 'an http:// or https:// address' : 'text';
    case 'array':
      return 'a list';
    case 'object':
      return schema.properties ? `an object with ${Object.keys(schema.properties).join(', ')}` : 'an object';
    default:
      return undefined;
  }
}
