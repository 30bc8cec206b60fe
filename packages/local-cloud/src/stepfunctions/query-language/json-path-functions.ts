type Reduce = (numbers: readonly number[]) => number;

const average: Reduce = (numbers) => sum(numbers) / numbers.length;
const sum: Reduce = (numbers) => numbers.reduce((total, number) => total + number, 0);

function deviation(numbers: readonly number[]): number {
  const middle = average(numbers);
  return Math.sqrt(average(numbers.map((number) => (number - middle) ** 2)));
}

const ofNumbers =
  (reduce: Reduce) =>
  (value: unknown): unknown => {
    const numbers = (Array.isArray(value) ? value : []).filter((item): item is number => typeof item === 'number');
    return numbers.length === 0 ? undefined : reduce(numbers);
  };

function length(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'string') return value.length;
  return value !== null && typeof value === 'object' ? Object.keys(value).length : undefined;
}

const keys = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : undefined;

/** The functions a path may end with: `$.items.length()`. Undefined when the value is none they work on. */
export const FUNCTIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  length,
  size: length,
  keys,
  min: ofNumbers((numbers) => Math.min(...numbers)),
  max: ofNumbers((numbers) => Math.max(...numbers)),
  avg: ofNumbers(average),
  sum: ofNumbers(sum),
  stddev: ofNumbers(deviation),
  first: (value) => (Array.isArray(value) ? value[0] : undefined),
  last: (value) => (Array.isArray(value) ? value.at(-1) : undefined),
};
