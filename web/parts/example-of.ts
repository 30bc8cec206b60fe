/** A value for each field the schema requires. */
export function exampleOf({ properties, required }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Array.isArray(required) ? required.map(String) : Object.keys((properties ?? {}) as object);
  const types = (properties ?? {}) as Record<string, { type?: string; enum?: unknown[]; default?: unknown }>;
  const empty: Record<string, unknown> = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} };
  return Object.fromEntries(
    names.map((name) => {
      const { type = 'string', enum: choices, default: given } = types[name] ?? {};
      return [name, given ?? choices?.[0] ?? empty[type] ?? null];
    }),
  );
}
