import * as z from 'zod';
import { evalFileSchema } from '../../contracts/eval-file.ts';

/** The part of JSON Schema that zod writes for us. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

let made: JsonSchema | undefined;

/** eval.yaml as JSON Schema: for editors, the reference, and the words of our error messages. */
export function evalJsonSchema(): JsonSchema {
  made ??= withNamedTarget(z.toJSONSchema(evalFileSchema, { io: 'input' }) as JsonSchema);
  return made;
}

/** `target: crm/update` stands for `target: { registered: crm/update }`, and a variant inherits what its target leaves out. */
function withNamedTarget(schema: JsonSchema): JsonSchema {
  const { target = {}, variants } = schema.properties ?? {};
  const properties = { ...schema.properties, target: named(target) };
  const own = variants?.items?.properties?.target;
  if (!own) return { ...schema, properties };
  const inherits = mapped(own, 'endpoint', ({ required: _, ...endpoint }) => endpoint);
  const items = mapped(variants.items ?? {}, 'target', () => named(inherits));
  return { ...schema, properties: { ...properties, variants: { ...variants, items } } };
}

function named({ description, ...target }: JsonSchema): JsonSchema {
  const name = target.properties?.registered;
  return { description, anyOf: [target, ...(name ? [name] : [])] };
}

const mapped = (schema: JsonSchema, name: string, change: (field: JsonSchema) => JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, [name]: change(schema.properties?.[name] ?? {}) },
});

/** The schemas that may apply at a path: several where there is a choice. */
export function schemasAt(path: readonly PropertyKey[], schema = evalJsonSchema()): JsonSchema[] {
  const here = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const [step, ...rest] = path;
  if (step === undefined) return here;
  return here.flatMap((option) => {
    const next =
      typeof step === 'number'
        ? option.items
        : (option.properties?.[String(step)] ??
          (typeof option.additionalProperties === 'object' ? option.additionalProperties : undefined));
    return next ? schemasAt(rest, next) : [];
  });
}
