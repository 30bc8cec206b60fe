import type { Tables } from './tables.ts';

/** Reads every table, and no row of it: nothing has such an id. */
export const tryTables = (tables: Tables): string =>
  `SELECT (SELECT count(*) FROM ${tables.datasets} WHERE dataset_id = '-') AS datasets,
  (SELECT count(*) FROM ${tables.results} WHERE evaluation_id = '-') AS results,
  (SELECT count(*) FROM ${tables.staged} WHERE evaluation_id = '-' AND shard = 0) AS staged,
  (SELECT count(*) FROM ${tables.scores} WHERE evaluation_id = '-' AND scoring_id = '-' AND shard = 0) AS scores,
  (SELECT count(*) FROM ${tables.imported} WHERE import_id = '-') AS imported,
  (SELECT count(*) FROM ${tables.monitorResults} WHERE monitor = '-') AS monitor_results,
  (SELECT count(*) FROM ${tables.stagedMonitorResults} WHERE hour = '-') AS staged_monitor_results`;
