import { type Tables, tablesOf } from '../../core/sql/tables.ts';
import { createRunRecordStore, type RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { glueContext, type QueryOptions } from '../athena/run-query.ts';
import { JobLine } from '../jobs/job-line.ts';
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
  /** Who of the batch jobs runs next. */
  readonly jobs: JobLine;
  /** How often a run is looked at. */
  readonly pollMs: number;
}

export function installationAt(clients: Clients, outputs: Outputs, pollMs: number): Installation {
  const { documents, sfn } = clients;
  const { BatchCountsTableName: counts } = outputs;
  const mostRunning = Number(outputs.JobsAtOnce);
  const runs = createRunRecordStore(documents, { runs: outputs.RunsTableName, counts });
  return {
    clients,
    outputs,
    tables: tablesOf({ catalog: outputs.CatalogName, database: outputs.DatabaseName }),
    queries: {
      athena: clients.athena,
      workGroup: outputs.WorkGroupName,
      context: glueContext(outputs.DatabaseName),
    },
    runs,
    targets: createTargetStore(documents, outputs.TargetsTableName),
    jobs: new JobLine({ documents, countsTable: counts, runs, sfn, mostRunning }),
    pollMs,
  };
}
