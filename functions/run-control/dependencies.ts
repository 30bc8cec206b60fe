import type { JobLine } from '../../client/jobs/job-line.ts';
import type { RunRecordStore } from '../../client/run-records/run-record-store.ts';
import type { Starter } from '../../client/runs/start-requested.ts';
import type { RunObserver } from '../shared/run-observer.ts';

export interface ControlDependencies extends Starter {
  readonly runs: RunRecordStore;
  readonly jobs: Pick<JobLine, 'join'>;
  readonly observer: RunObserver;
}

/** What an action did; the record is read again for the answer. */
export interface Change {
  readonly changed: boolean;
  readonly executionArn?: string;
}
