/** An object with one of these, and true for its value, is a function to JSONata. */
const MARKS = ['_jsonata_lambda', '_jsonata_function'] as const;

/** Whether JSONata would call it. */
export function isMarked(value: object): value is Record<string, unknown> {
  const { _jsonata_lambda: lambda, _jsonata_function: native } = value as Record<string, unknown>;
  return lambda === true || native === true;
}

/** The objects within JSON data that JSONata would call. Every row of a run passes here, so it is written for speed. */
export function forgedIn(data: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const open: unknown[] = [data];
  const add = (part: unknown) => {
    if (part !== null && typeof part === 'object') open.push(part);
  };
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const part of value) add(part);
    } else if (value !== null && typeof value === 'object') {
      if (isMarked(value)) found.push(value);
      for (const name in value) add((value as Record<string, unknown>)[name]);
    }
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
