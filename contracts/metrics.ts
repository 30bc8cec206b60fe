/** Everything that is measured: functions write it, dashboard, alarms and `rollcall metrics` read it. */
export const METRICS_NAMESPACE = 'Rollcall';

/**
 * Names and units. The dimensions are `stage` and `executionMode`: few, because each combination is a metric on the bill.
 * Run and row are searchable fields of the log line instead.
 */
export const METRICS = {
  // Rows. Each is told once, by the invocation that settled it.
  RowsProcessed: 'Count',
  RowsSucceeded: 'Count',
  RowsFailed: 'Count',
  RowsSkipped: 'Count',
  RowsFailedTransient: 'Count',
  RowsFailedPermanent: 'Count',
  RowsFailedValidation: 'Count',
  RowRetries: 'Count',
  RowWaits: 'Count',
  RowsThrottled: 'Count',
  RateWait: 'Milliseconds',
  RowLatency: 'Milliseconds',
  PromptTokens: 'Count',
  CompletionTokens: 'Count',
  Tokens: 'Count',
  CostUsd: 'None',
  StagedBytes: 'Bytes',

  // Runs: one start and one end for each execution; a run that is refused only fails.
  RunsStarted: 'Count',
  RunsCompleted: 'Count',
  RunsHalted: 'Count',
  RunsCancelled: 'Count',
  RunsFailed: 'Count',
  RunDuration: 'Milliseconds',
  /** Why runs were halted. */
  BudgetHalts: 'Count',
  ErrorHalts: 'Count',

  // Monitors, whose second dimension is `monitor`.
  /** 1 for what passed, 0 for what did not: its average is the share that passed. */
  MonitorPassed: 'None',
  MonitorErrors: 'Count',
  /** What judges and functions of a monitor have cost. */
  MonitorCostUsd: 'None',
  /** Traces without a thread, where threads are looked at. */
  MonitorSkipped: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;
