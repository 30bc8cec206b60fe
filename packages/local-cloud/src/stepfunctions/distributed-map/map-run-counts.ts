import type { ChildResult } from './map-visit.ts';

/** How many items, or child executions, of a Map Run are in which state; the members of DescribeMapRun's counts. */
export interface Counts {
  pending: number;
  running: number;
  succeeded: number;
  failed: number;
  timedOut: number;
  aborted: number;
  total: number;
  resultsWritten: number;
  failuresNotRedrivable: number;
  pendingRedrive: number;
}

export type EndStatus = ChildResult['status'];

const MEMBER = { SUCCEEDED: 'succeeded', FAILED: 'failed', TIMED_OUT: 'timedOut', ABORTED: 'aborted' } as const;

export const noCounts = (): Counts => ({
  pending: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  timedOut: 0,
  aborted: 0,
  total: 0,
  resultsWritten: 0,
  failuresNotRedrivable: 0,
  pendingRedrive: 0,
});

export function countEnd(counts: Counts, status: EndStatus, by: number): void {
  counts[MEMBER[status]] += by;
}
