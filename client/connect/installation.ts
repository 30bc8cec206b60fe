import { type Tables, tablesOf } from '../../core/sql/tables.ts';
import type { QueryOptions } from '../athena/run-query.ts';
import { createRunRecordStore, type RunRecordStore } from '../run-records/run-record-store.ts';
import { createTargetStore, type TargetStore } from '../targets/target-store.ts';
import type { Clients } from './clients.ts';
import type { Outputs } from './outputs.ts';

/** One installation of Rollcall, on AWS or on a local cloud: clients, and the names of what is there. */
export interface Installation {
  readonly clients: Clients;
  readonly outputs: Outputs;
  readonly tables: Tables;
  /** What queries are run with. */
  readonly queries: QueryOptions;
  readonly runs: RunRecordStore;
  readonly targets: TargetStore;
  /** How often a run is looked at. */
  readonly pollMs: number;
}

export const installationAt = (clients: Clients, outputs: Outputs, pollMs: number): Installation => ({
  clients,
  outputs,
  tables: tablesOf({ catalog: outputs.CatalogName, database: outputs.DatabaseName }),
  queries: { athena: clients.athena, workGroup: outputs.WorkGroupName },
  runs: createRunRecordStore(clients.documents, {
    runs: outputs.RunsTableName,
    counts: outputs.BatchCountsTableName,
  }),
  targets: createTargetStore(clients.documents, outputs.TargetsTableName),
  pollMs,
});
