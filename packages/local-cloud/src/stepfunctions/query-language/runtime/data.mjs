/** An object with one of these, and true for its value, is a function to JSONata. */
const MARKS = ['_jsonata_lambda', '_jsonata_function'];

/** Data that JSONata takes for data: its marks are no longer `true` itself, and still `true` in JSON. Changes its argument. */
export function guardMarks(data) {
  const open = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object') continue;
    for (const part of Object.values(value)) if (part !== null && typeof part === 'object') open.push(part);
    guardMark(value);
  }
  return data;
}

export function guardMark(value) {
  if (value === null || typeof value !== 'object') return;
  for (const mark of MARKS) if (Object.hasOwn(value, mark) && value[mark] === true) value[mark] = Object(true);
}

/** Whether JSONata made it to be called. */
export const isFunction = (value) =>
  typeof value === 'function' || value?._jsonata_lambda === true || value?._jsonata_function === true;

/** What a transform changes. */
export function cloneData(value) {
  if (value === undefined) return undefined;
  return guardMarks(JSON.parse(JSON.stringify(value, (_key, part) => (isFunction(part) ? '' : part))));
}
