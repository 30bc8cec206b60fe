import { isReferencePath, type JsonPath, parseJsonPath } from './json-path-syntax.ts';

/** A ResultPath that does not fit its state's input. */
export class PathMismatch extends Error {}

/** A copy of `data` with `value` put where a Reference Path says; objects on the way are made when missing. */
export function writePath(data: unknown, path: string, value: unknown): unknown {
  const parsed: JsonPath = parseJsonPath(path);
  const mismatch = () => new PathMismatch(`Unable to apply ReferencePath ${path} to input ${JSON.stringify(data)}`);
  if (parsed.root !== '' || !isReferencePath(parsed)) throw mismatch();
  const keys = parsed.steps.map((step) =>
    step.kind === 'names' ? (step.names[0] as string) : step.kind === 'indexes' ? (step.indexes[0] as number) : '',
  );
  const put = (holder: unknown, depth: number): unknown => {
    const key = keys[depth];
    if (key === undefined) return value;
    if (Array.isArray(holder)) {
      // A list can be changed where it is, not made longer.
      if (typeof key !== 'number' || key < 0 || key >= holder.length) throw mismatch();
      return holder.with(key, put(holder[key], depth + 1));
    }
    if (typeof key === 'number' || (holder !== undefined && (holder === null || typeof holder !== 'object'))) {
      throw mismatch();
    }
    const object = holder as Record<string, unknown> | undefined;
    return { ...object, [key]: put(object?.[key], depth + 1) };
  };
  return put(data, 0);
}
