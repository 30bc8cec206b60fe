import { aggregate, type TrinoFunction } from './function.ts';

const window = aggregate;

/** Aggregates and window functions. Where Athena's answer is approximate, this one is exact. */
export const AGGREGATE_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  count: {
    arity: [0, 1],
    aggregate: true,
    render: (args, call) => `count(${call.distinct}${args[0]?.sql ?? '*'})${call.after}`,
  },
  count_if: {
    arity: [1, 1],
    aggregate: true,
    render: ([condition], call) => `count(${call.distinct}CASE WHEN ${condition?.sql} THEN 1 END)${call.after}`,
  },
  // DuckDB's sum of whole numbers is wider than a bigint.
  sum: {
    arity: [1, 1],
    aggregate: true,
    render: (args, call) => `${call.macro('trino_sum')}(${aggregate('sum', 1).render(args, call)})`,
  },
  // Of decimals it is a decimal.
  avg: {
    arity: [1, 1],
    aggregate: true,
    render: (args, call) => {
      const sql = aggregate('avg', 1).render(args, call);
      const type = args[0] && call.typeOf(args[0].node);
      return type?.startsWith('decimal(') ? `CAST(${sql} AS ${type})` : sql;
    },
  },
  min: aggregate('min', 1, 2),
  max: aggregate('max', 1, 2),
  min_by: aggregate('arg_min', 2),
  max_by: aggregate('arg_max', 2),
  arbitrary: aggregate('any_value', 1),
  any_value: aggregate('any_value', 1),
  array_agg: aggregate('array_agg', 1),
  bool_and: aggregate('bool_and', 1),
  every: aggregate('bool_and', 1),
  bool_or: aggregate('bool_or', 1),
  approx_distinct: {
    arity: [1, 2],
    aggregate: true,
    render: ([value], call) => `count(DISTINCT ${value?.sql})${call.after}`,
  },
  approx_percentile: aggregate('quantile_disc', 2),
  stddev: aggregate('stddev_samp', 1),
  stddev_samp: aggregate('stddev_samp', 1),
  stddev_pop: aggregate('stddev_pop', 1),
  variance: aggregate('var_samp', 1),
  var_samp: aggregate('var_samp', 1),
  var_pop: aggregate('var_pop', 1),
  map_agg: {
    arity: [2, 2],
    aggregate: true,
    render: ([key, value], call) => `map(array_agg(${key?.sql})${call.after}, array_agg(${value?.sql})${call.after})`,
  },
  row_number: window('row_number', 0),
  rank: window('rank', 0),
  dense_rank: window('dense_rank', 0),
  ntile: window('ntile', 1),
  lag: window('lag', 1, 3),
  lead: window('lead', 1, 3),
  first_value: window('first_value', 1),
  last_value: window('last_value', 1),
};
