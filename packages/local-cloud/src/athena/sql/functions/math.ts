import { QueryError } from '../query-error.ts';
import { expression, same, type TrinoFunction } from './function.ts';

const sameName = (names: string, arity = 1): Record<string, TrinoFunction> =>
  Object.fromEntries(names.split(' ').map((name) => [name, same(name, arity)]));

/** Of 0 it is minus infinity and of less no number, where DuckDB fails. */
const logarithm = (name: string): TrinoFunction =>
  expression(
    1,
    ([value]) => `CASE WHEN ${value} = 0 THEN CAST('-Infinity' AS DOUBLE) WHEN ${value} < 0 THEN CAST('NaN' AS DOUBLE)
      ELSE ${name}(greatest(${value}, 1e-323)) END`,
  );

const shift = (operator: string): TrinoFunction =>
  expression(2, ([value, by], [node], call) => {
    const type = (node && call.typeOf(node.node)) ?? 'bigint';
    return `CAST(CAST(${value} AS BIGINT) ${operator} ${by} AS ${type})`;
  });

export const MATH_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  ...sameName('abs ceil ceiling floor cbrt exp degrees radians'),
  ...Object.fromEntries(['ln', 'log2', 'log10'].map((name) => [name, logarithm(name)])),
  ...sameName('sin cos tan asin acos atan sinh cosh tanh'),
  ...sameName('atan2 power pow mod log', 2),
  ...sameName('pi', 0),
  sqrt: expression(
    1,
    ([value]) => `CASE WHEN ${value} < 0 THEN CAST('NaN' AS DOUBLE) ELSE sqrt(greatest(${value}, 0)) END`,
  ),
  round: same('round', 1, 2),
  truncate: expression([1, 2], ([value, digits], [node], call) => {
    if (!digits) return `trunc(${value})`;
    const type = node && call.typeOf(node.node);
    if (type === 'double' || type === 'real') {
      throw new QueryError(
        'FUNCTION_NOT_FOUND',
        `Unexpected parameters (${type}, integer) for function truncate`,
        node?.node,
      );
    }
    return `(trunc(${value} * power(10, ${digits})) / power(10, ${digits}))`;
  }),
  // It has the type of what it is of.
  sign: expression(1, ([value], [node], call) => {
    const type = node && call.typeOf(node.node);
    const sql = `sign(${value})`;
    if (type?.startsWith('decimal')) return `CAST(${sql} AS DECIMAL(1, 0))`;
    return type === undefined ? sql : `CAST(${sql} AS ${type})`;
  }),
  width_bucket: expression(
    4,
    ([value, from, to, count]) => `CAST(CASE WHEN ${value} < ${from} THEN 0 WHEN ${value} >= ${to} THEN ${count} + 1
      ELSE floor(CAST(${value} - ${from} AS DOUBLE) / (${to} - ${from}) * ${count}) + 1 END AS BIGINT)`,
  ),
  bitwise_left_shift: shift('<<'),
  bitwise_right_shift: shift('>>'),
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
