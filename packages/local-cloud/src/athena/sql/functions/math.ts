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

export const MATH_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  ...sameName('abs ceil ceiling floor exp'),
  ...Object.fromEntries(['ln', 'log2', 'log10'].map((name) => [name, logarithm(name)])),
  ...sameName('power pow mod log', 2),
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
};
