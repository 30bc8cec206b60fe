import { decimalResult, familyOf, type Type } from './analysis/types.ts';
import { QueryError } from './query-error.ts';
import type { Renderer } from './render.ts';
import { descendants, type SyntaxNode, textOf } from './syntax-tree.ts';
import { instantOf, isZoned, localTime, UTC, zoneOf } from './time-zone.ts';

/** Operators that mean something else in DuckDB, or give another type. */
export function renderArithmetic(node: SyntaxNode, renderer: Renderer): string {
  const [left, operator, right] = node.children;
  if (!left || !operator || !right) return renderer.join(node.children);
  const [a, b] = [renderer.scope.typeOf(left), renderer.scope.typeOf(right)];
  // Division by zero is an error in Trino, not NULL; of decimals it gives a decimal.
  if (familyOf(a) === 'interval' && operator.text === '/') {
    return `to_microseconds(CAST(epoch_us(${renderer.render(left)}) / CAST(${renderer.render(right)} AS DOUBLE) AS BIGINT))`;
  }
  if (operator.text === '/' || operator.text === '%') {
    const exact = decimalResult(operator.text, a, b);
    const macro = operator.text === '%' ? 'trino_modulus' : exact ? 'trino_divide_exactly' : divide(a, b);
    const sql = `${renderer.macro(macro)}(${renderer.list([left, right])})`;
    return exact ? `CAST(${sql} AS ${exact})` : sql;
  }
  const sql = `${renderer.render(left)} ${operator.text} ${renderer.render(right)}`;
  if (a === 'date' && b === 'date') return `to_days(CAST(${sql} AS INTEGER))`;
  const families = [familyOf(a), familyOf(b)];
  if ([a, b].includes('date') && families.includes('interval')) {
    refuseHours(a === 'date' ? right : left);
    return `CAST(${sql} AS DATE)`;
  }
  // Months are counted by the clock of the zone; days of 24 hours are not.
  if (isZoned(a) && zoneOf(a) !== UTC && b === 'interval year to month') {
    return instantOf(
      `(${localTime(renderer.render(left), zoneOf(a))} ${operator.text} ${renderer.render(right)})`,
      zoneOf(a),
    );
  }
  return sql;
}

const divide = (a: Type, b: Type): string =>
  [a, b].some((type) => type === 'double' || type === 'real') ? 'trino_divide_double' : 'trino_divide';

function refuseHours(interval: SyntaxNode): void {
  for (const literal of descendants(interval, 'Interval')) {
    if (!/(HOUR|MINUTE|SECOND)$/i.test(textOf(literal))) continue;
    throw new QueryError('INVALID_FUNCTION_ARGUMENT', 'Cannot add hour, minutes or seconds to a date', literal);
  }
}
