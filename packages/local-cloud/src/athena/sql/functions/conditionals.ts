import { familyOf } from '../analysis/types.ts';
import { withoutZone } from '../time-zone.ts';
import { expression, list, literal, type TrinoFunction, variadic } from './function.ts';

/** With one NULL among them Trino answers NULL, where DuckDB looks at the others. */
const extreme = (name: string): TrinoFunction => ({
  arity: [1, 127],
  render: (args) =>
    `CASE WHEN ${args.map((one) => `${one.sql} IS NULL`).join(' OR ')} THEN NULL ELSE ${name}(${list(args)}) END`,
});

export const CONDITIONAL_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  if: expression([2, 3], ([condition, yes, no]) => `CASE WHEN ${condition} THEN ${yes} ELSE ${no ?? 'NULL'} END`),
  coalesce: variadic('coalesce', 2),
  nullif: expression(2, ([a, b]) => `nullif(${a}, ${b})`),
  try: expression(1, ([value]) => `TRY(${value})`),
  greatest: extreme('greatest'),
  least: extreme('least'),
  // The engine's names for the other types are Trino's, but for some.
  typeof: expression(1, ([value], [node], call) => {
    const type = node && call.typeOf(node.node);
    if (type && (familyOf(type) === 'time' || /^(interval|decimal\(|time\()/.test(type)))
      return literal(withoutZone(type));
    return `trino_type_name(lower(typeof(${value})))`;
  }),
};
