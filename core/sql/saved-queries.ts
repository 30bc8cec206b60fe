import { sumOf } from './count-settled.ts';
import { latestResultsOf } from './latest-results.ts';
import type { Tables } from './tables.ts';

/** A query people ask again and again. Each `?` is a parameter, which Athena asks for. */
export interface SavedQuery {
  readonly name: string;
  readonly description: string;
  readonly sql: string;
}

export const savedQueries = (tables: Tables): SavedQuery[] => [
  {
    name: 'failures-by-class',
    description: 'Why rows of a run failed, most frequent first. Parameter: the evaluation_id',
    sql: failuresByClass(tables),
  },
  {
    name: 'slowest-rows',
    description: 'The 50 slowest rows of a run. Parameter: the evaluation_id',
    sql: slowestRows(tables),
  },
  {
    name: 'cost-by-target',
    description: 'Rows, tokens and cost by target and model over the last 30 days, all runs. No parameters',
    sql: costByTarget(tables),
  },
  {
    name: 'run-against-run',
    description: 'Two runs over the same rows, side by side. Parameters: the evaluation_id of each',
    sql: runAgainstRun(tables),
  },
  {
    name: 'latest-attempt-per-row',
    description:
      'Every settled row of a run once, latest attempt, also while the run is going on. Parameters: the evaluation_id, twice',
    sql: `${latestResultsOf(tables, '?')}\nORDER BY row_index`,
  },
];

const failuresByClass = ({ results }: Tables): string =>
  `SELECT error_class, error_name, count(*) AS failed,
  round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent,
  min(sample_id) AS example_sample_id, min(error_message) AS example_message
FROM ${results}
WHERE evaluation_id = ? AND status = 'failed'
GROUP BY error_class, error_name
ORDER BY failed DESC, error_name`;

const slowestRows = ({ results }: Tables): string =>
  `SELECT sample_id, row_index, status, latency_ms, calls, total_tokens, error_name, trace_ref
FROM ${results}
WHERE evaluation_id = ? AND latency_ms IS NOT NULL
ORDER BY latency_ms DESC, row_index
LIMIT 50`;

const costByTarget = ({ results }: Tables): string =>
  `SELECT target_name, execution_mode, model_name,
  count(DISTINCT evaluation_id) AS runs, count(*) AS settled, count_if(status = 'failed') AS failed,
  ${sumOf('prompt_tokens')} AS prompt_tokens, ${sumOf('completion_tokens')} AS completion_tokens,
  ${sumOf('cost_usd')} AS cost_usd, avg(cost_usd) AS cost_usd_per_row
FROM ${results}
WHERE finished_at >= current_date - INTERVAL '30' DAY
GROUP BY target_name, execution_mode, model_name
ORDER BY cost_usd DESC, target_name`;

const runAgainstRun = ({ results }: Tables): string =>
  `SELECT coalesce(a.sample_id, b.sample_id) AS sample_id,
  a.status AS status_a, b.status AS status_b,
  a.actual_output AS output_a, b.actual_output AS output_b,
  a.actual_output IS NOT DISTINCT FROM b.actual_output AS same_output,
  coalesce(a.expected, b.expected) AS expected,
  a.latency_ms AS latency_ms_a, b.latency_ms AS latency_ms_b, b.latency_ms - a.latency_ms AS latency_ms_change,
  a.cost_usd AS cost_usd_a, b.cost_usd AS cost_usd_b, b.cost_usd - a.cost_usd AS cost_usd_change
FROM (SELECT * FROM ${results} WHERE evaluation_id = ?) a
FULL OUTER JOIN (SELECT * FROM ${results} WHERE evaluation_id = ?) b ON a.sample_id = b.sample_id
ORDER BY coalesce(a.row_index, b.row_index), 1`;
