import type { JsonSchema } from '../core/eval-file/json-schema.ts';

/** Shorter ones are told again where they stand. */
const SHORTEST = 400;

interface Definitions {
  readonly names: Map<string, string>;
  readonly $defs: Record<string, JsonSchema>;
}

/** The same schema with every long part that it has several times told once, under `$defs`, by the name of its property. */
export function withSharedDefinitions(schema: JsonSchema): JsonSchema {
  const times = new Map<string, number>();
  visit(schema, (part) => {
    const text = textOf(part);
    times.set(text, (times.get(text) ?? 0) + 1);
  });
  const definitions: Definitions = { names: new Map(), $defs: {} };
  const isShared = (text: string) => text.length >= SHORTEST && (times.get(text) ?? 0) > 1;
  const shared = replaced(schema, isShared, definitions);
  return { ...shared, $defs: { ...schema.$defs, ...definitions.$defs } };
}

/** Every property's schema, those of others included. */
function visit(schema: JsonSchema, seen: (part: JsonSchema, name: string) => void): void {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    seen(part, name);
    visit(part, seen);
  }
  for (const part of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    if (part && typeof part === 'object') visit(part, seen);
  }
}

function replaced(schema: JsonSchema, isShared: (text: string) => boolean, definitions: Definitions): JsonSchema {
  const inner = (part: JsonSchema) => replaced(part, isShared, definitions);
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => {
          const text = textOf(part);
          if (!isShared(text)) return [name, inner(part)];
          const { description } = part;
          return [name, { ...(description && { description }), $ref: `#/$defs/${nameOf(name, text, part)}` }];
        }),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
  };

  function nameOf(property: string, text: string, part: JsonSchema): string {
    const known = definitions.names.get(text);
    if (known) return known;
    const others = [...definitions.names.values()].filter((name) => name.replace(/\d+$/, '') === property).length;
    const name = others === 0 ? property : `${property}${others + 1}`;
    definitions.names.set(text, name);
    const { description: _description, ...rest } = part;
    definitions.$defs[name] = inner(rest);
    return name;
  }
}

/** What it says of values; descriptions may differ from place to place. */
function textOf({ description: _description, ...rest }: JsonSchema): string {
  return JSON.stringify(rest);
}
