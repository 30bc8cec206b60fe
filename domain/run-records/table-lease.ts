/**
 * Who may commit to the results table at this moment: one item in the table `batch-counts`. Iceberg wants a single writer.
 * No evaluation id has a `#` in it.
 */
export const RESULTS_LEASE = { evaluation_id: '#lease', batch: 'results' } as const;

/** The same for the table of monitors' results. */
export const MONITOR_RESULTS_LEASE = { evaluation_id: '#lease', batch: 'monitor_results' } as const;

/** Longer than Athena lets a statement run; a holder that is gone keeps the others waiting no longer than that. */
export const LEASE_SECONDS = 35 * 60;
