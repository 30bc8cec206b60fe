import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../json.ts';
import { schemaPattern } from './safe-pattern.ts';

const DRAFT_7 = /draft-0[67]/;
const PROTO = '__proto__';
/** Keywords whose members users name, each with a schema. */
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']);
/** Keywords that hold values, not schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** Compiles a JSON Schema that a user or a row brought. Each has its own Ajv, because two schemas may share an `$id`. */
export function compileSchema(
  schema: JsonObject | boolean,
  options: Options,
  prepare: (ajv: Ajv | Ajv2020) => void = () => {},
): ValidateFunction {
  const isDraft7 = isObject(schema) && typeof schema.$schema === 'string' && DRAFT_7.test(schema.$schema);
  // Without ownProperties, {} has the property `constructor`.
  const safe: Options = { ...options, ownProperties: true, code: { regExp: schemaPattern } };
  const ajv = isDraft7 ? new Ajv(safe) : new Ajv2020(safe);
  prepare(ajv);
  return ajv.compile(withoutProto(schema) as JsonObject | boolean);
}

/** Ajv ignores schemas of a property named `__proto__`, so they are rewritten in keywords that it checks. */
function withoutProto(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutProto);
  if (!isObject(schema)) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (VALUES.has(keyword)) return [keyword, value];
      if (!NAMED.has(keyword) || !isObject(value)) return [keyword, withoutProto(value)];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutProto(one)]))];
    }),
  );
  const moved = {
    ...takeProto(copy.properties, (own) => ({ '^(__proto__)$': own })),
    ...takeProto(copy.patternProperties, (own) => ({ '(__proto__)': own })),
  };
  if (Object.keys(moved).length > 0) {
    copy.patternProperties = { ...(isObject(copy.patternProperties) && copy.patternProperties), ...moved };
  }
  const dependent = takeProto(copy.dependencies, (own) => ({
    if: { type: 'object', required: [PROTO] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: Array.isArray(own) ? { required: own } : own,
  }));
  if (dependent) copy.allOf = [...(Array.isArray(copy.allOf) ? copy.allOf : []), dependent];
  return copy;
}

/** Removes the member `__proto__`, and makes something of it. */
function takeProto(members: unknown, make: (own: unknown) => JsonObject): JsonObject | undefined {
  if (!isObject(members) || !Object.hasOwn(members, PROTO)) return undefined;
  const own = members[PROTO];
  Reflect.deleteProperty(members, PROTO);
  return make(own);
}
