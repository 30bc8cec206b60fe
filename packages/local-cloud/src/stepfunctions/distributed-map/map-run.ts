import { MOST_CHILDREN } from './map-limits.ts';
import { type Counts, countEnd, type EndStatus, noCounts } from './map-run-counts.ts';

export type MapRunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** What UpdateMapRun may change while a Map Run goes on. */
export interface MapRunSettings {
  maxConcurrency: number;
  /** Absent when the definition does not say. */
  toleratedFailureCount?: number;
  toleratedFailurePercentage?: number;
}

/** A Map Run as it is on disk. Times are milliseconds. */
export interface MapRunRecord extends MapRunSettings {
  readonly mapRunArn: string;
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly label: string;
  startDate: number;
  stopDate?: number;
  status: MapRunStatus;
  itemCounts: Counts;
  executionCounts: Counts;
  redriveCount: number;
  redriveDate?: number;
  /** Every child's input is in the run's file of inputs. */
  allRead: boolean;
}

/** A Map Run that goes on: its counts and settings, and who is to be told when they change. */
export class MapRun {
  readonly record: MapRunRecord;
  /** Called when settings change from outside. */
  onUpdate: () => void = () => {};

  constructor(record: MapRunRecord) {
    this.record = record;
  }

  get mostChildren(): number {
    return this.record.maxConcurrency === 0 ? MOST_CHILDREN : Math.min(this.record.maxConcurrency, MOST_CHILDREN);
  }

  planned(items: number): void {
    this.#count(items, (counts, by) => {
      counts.total += by;
      counts.pending += by;
    });
  }

  started(items: number): void {
    this.#count(items, (counts, by) => {
      counts.pending -= by;
      counts.running += by;
    });
  }

  redriven(items: number): void {
    this.#count(items, (counts, by) => {
      counts.pendingRedrive -= by;
      counts.running += by;
    });
  }

  ended(items: number, status: EndStatus): void {
    this.#count(items, (counts, by) => {
      counts.running -= by;
      countEnd(counts, status, by);
    });
  }

  written(items: number): void {
    this.#count(items, (counts, by) => {
      counts.resultsWritten += by;
    });
  }

  /** Before a redrive: its children are counted anew, see `known`. */
  prepareRedrive(): void {
    const { record } = this;
    record.itemCounts = noCounts();
    record.executionCounts = noCounts();
    record.status = 'RUNNING';
    record.redriveCount += 1;
    record.redriveDate = Date.now();
    delete record.stopDate;
  }

  /** A child from before a redrive: what succeeded stays, what did not is to be run again. */
  known(items: number, succeeded: boolean): void {
    this.#count(items, (counts, by) => {
      counts.total += by;
      counts[succeeded ? 'succeeded' : 'pendingRedrive'] += by;
    });
  }

  /**
   * "If you specify both, the Map Run fails when either is exceeded"; with neither, one failure is too many. A
   * percentage is of all items, so it can be told only once all have been read.
   */
  get tooManyFailures(): boolean {
    const { itemCounts, toleratedFailureCount, toleratedFailurePercentage, allRead } = this.record;
    const failed = itemCounts.failed + itemCounts.timedOut;
    if (failed === 0) return false;
    if (toleratedFailureCount === undefined && toleratedFailurePercentage === undefined) return true;
    if (toleratedFailureCount !== undefined && failed > toleratedFailureCount) return true;
    if (toleratedFailurePercentage === undefined || !allRead) return false;
    return (failed / itemCounts.total) * 100 > toleratedFailurePercentage;
  }

  end(status: Exclude<MapRunStatus, 'RUNNING'>): void {
    this.record.status = status;
    this.record.stopDate = Date.now();
  }

  #count(items: number, change: (counts: Counts, by: number) => void): void {
    change(this.record.itemCounts, items);
    change(this.record.executionCounts, 1);
  }
}
