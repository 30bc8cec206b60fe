import { expression, same, type TrinoFunction } from './function.ts';

const sameName = (names: string, arity = 1): Record<string, TrinoFunction> =>
  Object.fromEntries(names.split(' ').map((name) => [name, same(name, arity)]));

export const MATH_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  ...sameName('abs ceil ceiling floor cbrt exp ln log2 log10 sign degrees radians'),
  ...sameName('sin cos tan asin acos atan sinh cosh tanh'),
  ...sameName('atan2 power pow mod log', 2),
  ...sameName('pi', 0),
  sqrt: expression(
    1,
    ([value]) => `CASE WHEN ${value} < 0 THEN CAST('NaN' AS DOUBLE) ELSE sqrt(greatest(${value}, 0)) END`,
  ),
  round: same('round', 1, 2),
  truncate: expression([1, 2], ([value, digits]) =>
    digits ? `(trunc(${value} * power(10, ${digits})) / power(10, ${digits}))` : `trunc(${value})`,
  ),
  e: expression(0, () => 'exp(1)'),
  random: expression([0, 2], ([a, b]) => {
    if (a === undefined) return 'random()';
    return b === undefined
      ? `CAST(floor(random() * ${a}) AS BIGINT)`
      : `CAST(${a} + floor(random() * (${b} - ${a})) AS BIGINT)`;
  }),
  rand: expression(0, () => 'random()'),
  nan: expression(0, () => "CAST('NaN' AS DOUBLE)"),
  infinity: expression(0, () => "CAST('Infinity' AS DOUBLE)"),
  is_nan: same('isnan', 1),
  is_finite: same('isfinite', 1),
  is_infinite: same('isinf', 1),
  bitwise_and: expression(2, ([a, b]) => `CAST(${a} & ${b} AS BIGINT)`),
  bitwise_or: expression(2, ([a, b]) => `CAST(${a} | ${b} AS BIGINT)`),
  bitwise_xor: expression(2, ([a, b]) => `CAST(xor(${a}, ${b}) AS BIGINT)`),
  bitwise_not: expression(1, ([a]) => `CAST(~ ${a} AS BIGINT)`),
  bit_count: expression(2, ([a]) => `CAST(bit_count(${a}) AS BIGINT)`),
  to_base: expression(2, ([value, base]) => `lower(to_base(${value}, ${base}))`),
};
