import type { SFNClient } from '@aws-sdk/client-sfn';
import type { RunRecordStore } from '../../client/run-records/run-record-store.ts';
import type { RunObserver } from '../shared/run-observer.ts';

export interface ControlDependencies {
  readonly runs: RunRecordStore;
  readonly sfn: SFNClient;
  readonly stateMachineArn: string;
  readonly observer: RunObserver;
}

/** What an action did; the record is read again for the answer. */
export interface Change {
  readonly changed: boolean;
  readonly executionArn?: string;
}
