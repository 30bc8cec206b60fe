import type { S3Client } from '@aws-sdk/client-s3';
import type { JobLine } from '../../client/jobs/job-line.ts';
import type { Starter } from '../../client/runs/start-requested.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import type { RunObserver } from '../shared/run-observer.ts';

/** As EventBridge tells of it. */
export interface StoppedExecution {
  readonly executionArn: string;
  readonly name: string;
  readonly status: string;
  readonly input: string;
  readonly cause?: string;
}

export interface ControlDependencies extends Starter {
  readonly runs: RunRecordStore;
  readonly s3: S3Client;
  /** The data bucket's name. */
  readonly bucket: string;
  readonly jobs: Pick<JobLine, 'join'>;
  /** The state machine that carries out the rounds of a run. */
  machineOf(record: Pick<RunRecord, 'kind'>): string;
  readonly observer: RunObserver;
  /** Has the run loaded and its record closed, as the event of an execution that was stopped does. */
  closeStoppedRun(detail: StoppedExecution): Promise<void>;
}

/** What an action did; the record is read again for the answer. */
export interface Change {
  readonly changed: boolean;
  readonly executionArn?: string;
}
