/** An object with one of these, and true for its value, is a function to JSONata. */
const MARKS = ['_jsonata_lambda', '_jsonata_function'] as const;

/** The objects within data that JSONata would call. */
export function forgedIn(data: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const open: unknown[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object') continue;
    for (const part of Object.values(value)) if (part !== null && typeof part === 'object') open.push(part);
    if (MARKS.some((mark) => Object.hasOwn(value, mark))) found.push(value as Record<string, unknown>);
  }
  return found;
}

/** Data that JSONata takes for data: their marks are no longer `true` itself, and still `true` in JSON. Changes its argument. */
export function unforged<T>(data: T): T {
  for (const object of forgedIn(data)) {
    for (const mark of MARKS) if (object[mark] === true) object[mark] = Object(true);
  }
  return data;
}
