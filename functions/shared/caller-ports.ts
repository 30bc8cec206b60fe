import type { RowDeadLetters } from './row-dead-letters.ts';
import type { RowObserver } from './row-observer.ts';
import type { RunRecords } from './run-records.ts';
import type { Staging } from './staging.ts';

/** What calling a row needs of the world besides its target. */
export interface CallerPorts {
  readonly staging: Staging;
  readonly runs: RunRecords;
  readonly deadLetters?: RowDeadLetters;
  readonly observer: RowObserver;
  /** This invocation's id, by which it knows the objects it wrote. */
  readonly writer: string;
}
