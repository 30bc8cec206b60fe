import type { TableColumns } from './table-columns.ts';

/** Columns of `monitor_results` and of a staged result, in order; a new one goes last, `added`. One row an evaluation. */
export const MONITOR_RESULT_COLUMNS = {
  /** Names what was evaluated, and by which version: made again, an evaluation is the same row. */
  result_id: { id: 1, type: 'string' },
  tenant: { id: 2, type: 'string' },
  monitor: { id: 3, type: 'string' },
  monitor_version: { id: 4, type: 'int' },
  evaluated_at: { id: 5, type: 'timestamp' },
  trace_id: { id: 6, type: 'string' },
  thread_id: { id: 7, type: 'string' },
  turns: { id: 8, type: 'int' },
  truncated: { id: 9, type: 'boolean' },
  scores: { id: 10, type: 'string' },
  passed: { id: 11, type: 'boolean' },
  cost_usd: { id: 12, type: 'double' },
} as const satisfies TableColumns;

/** A staged result: one JSON object a line. Times are ISO 8601 in UTC. */
export type StagedMonitorResult = Readonly<
  Record<keyof typeof MONITOR_RESULT_COLUMNS, string | number | boolean | null>
>;
