import type { RateStore } from '../../client/rate-limits/rate-store.ts';
import type { CallerEvent } from '../../contracts/caller.ts';
import type { TargetBindings } from '../../contracts/target-bindings.ts';
import type { BatchLog } from '../../domain/run-log/log-entry.ts';
import type { BatchCountsStore } from '../../domain/run-records/store/batch-counts.ts';
import type { RowDeadLetters } from './row-dead-letters.ts';
import type { RowObserver } from './row-observer.ts';
import type { RowReader } from './row-reader.ts';
import type { RunRecords } from './run-records.ts';

/** What calling rows needs of the world besides their target. */
export interface CallerPorts {
  log(event: CallerEvent): BatchLog;
  rows(event: CallerEvent, from: { readonly row: number; readonly byte: number }): RowReader;
  readonly runs: RunRecords;
  readonly counts: BatchCountsStore;
  readonly rates: RateStore;
  readonly deadLetters?: RowDeadLetters;
  readonly observer: RowObserver;
  /** What whoever deploys has bound secrets, agents and tools to. */
  readonly bindings: TargetBindings;
  /** This invocation's id, by which it knows the objects it wrote. */
  readonly writer: string;
}
