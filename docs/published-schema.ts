import type { JsonSchema } from '../core/eval-file/json-schema.ts';
import { withSharedDefinitions } from './shared-definitions.ts';

/** A value that comes from the environment: editors let it stand wherever a rule asks for more than any text. */
const FROM_ENVIRONMENT: JsonSchema = { type: 'string', pattern: '\\$\\{' };

/** The schema editors get: every value may also be `${NAME}`, and `executionMode` may be left out. */
export function publishedSchema(schema: JsonSchema): JsonSchema {
  return { ...withSharedDefinitions(relaxed(schema)), title: 'Rollcall eval.yaml' } as JsonSchema;
}

function relaxed(schema: JsonSchema): JsonSchema {
  const inner: JsonSchema = {
    ...schema,
    ...(schema.properties && { properties: mapValues(schema.properties, relaxed) }),
    ...(schema.items && { items: relaxed(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(relaxed) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(relaxed) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: relaxed(schema.additionalProperties),
    }),
    ...(isEndpointConfig(schema) && { required: schema.required?.filter((name) => name !== 'executionMode') }),
  };
  const types = shorthands(schema);
  if (types.length > 0) return { anyOf: [{ type: 'string', enum: types }, inner] };
  if (!isRestricted(inner)) return inner;
  const { description, default: fallback, ...rule } = inner;
  return {
    ...(description && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: [rule, FROM_ENVIRONMENT],
  };
}

/** Where nothing but its type must be said of a choice, the type alone stands for it. */
const shorthands = ({ oneOf = [] }: JsonSchema): unknown[] =>
  oneOf
    .filter(({ required }) => required?.length === 1 && required[0] === 'type')
    .map(({ properties }) => properties?.type?.const);

const isEndpointConfig = ({ properties }: JsonSchema): boolean => properties?.executionMode?.const === 'endpoint';

function isRestricted({ type, enum: choices, pattern, format }: JsonSchema): boolean {
  if (type === 'string') return Boolean(choices ?? pattern ?? format);
  return type === 'integer' || type === 'number' || type === 'boolean';
}

const mapValues = (values: Readonly<Record<string, JsonSchema>>, change: (schema: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
