import type { AthenaClient } from '@aws-sdk/client-athena';
import type { S3Client } from '@aws-sdk/client-s3';
import type { QueryContext } from '../../client/athena/run-query.ts';
import type { JobLine } from '../../client/jobs/job-line.ts';
import type { Tables } from '../../core/sql/tables.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import type { RunObserver } from '../shared/run-observer.ts';
import type { Notifications } from './notifications.ts';

export interface SummarizerDependencies {
  readonly athena: AthenaClient;
  readonly workGroup: string;
  readonly context?: QueryContext;
  readonly s3: S3Client;
  /** The data bucket's name. */
  readonly bucket: string;
  readonly runs: RunRecordStore;
  readonly jobs: Pick<JobLine, 'leave'>;
  /** Runs a write while nobody else commits to the results table. */
  readonly withLease: <T>(holder: string, write: () => Promise<T>) => Promise<T>;
  readonly releaseLease: (holder: string) => Promise<void>;
  readonly tables: Tables;
  readonly observer: RunObserver;
  readonly notifications: Notifications;
  /** For what a run goes on without. */
  noteFailure(what: string, about: Record<string, string>): void;
}
