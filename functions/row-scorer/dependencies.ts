import type { AthenaClient } from '@aws-sdk/client-athena';
import type { S3Client } from '@aws-sdk/client-s3';
import type { QueryContext } from '../../client/athena/run-query.ts';
import type { TargetStore } from '../../client/targets/target-store.ts';
import type { Tables } from '../../core/sql/tables.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';

export interface ScorerDependencies {
  readonly athena: AthenaClient;
  readonly s3: S3Client;
  readonly bucket: string;
  readonly workGroup: string;
  readonly context?: QueryContext;
  readonly runs: RunRecordStore;
  /** Runs a write while nobody else commits to the results table. */
  readonly withLease: <T>(holder: string, write: () => Promise<T>) => Promise<T>;
  readonly tables: Tables;
  readonly targets: Pick<TargetStore, 'read'>;
  /** Of our own state machine, which carries out the runs that ask. */
  readonly stateMachineArn: string;
}
