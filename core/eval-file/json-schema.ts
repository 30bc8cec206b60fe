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

/** `target: crm/update` stands for `target: { registered: crm/update }`. */
function withNamedTarget(schema: JsonSchema): JsonSchema {
  const { description, ...target } = schema.properties?.target ?? {};
  const named = target.properties?.registered;
  const either = { description, anyOf: [target, ...(named ? [named] : [])] };
  return { ...schema, properties: { ...schema.properties, target: either } };
}

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
