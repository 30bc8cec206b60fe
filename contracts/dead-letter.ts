/** One message of the queue of rows that exhausted their retries. */
export interface DeadLetter {
  readonly evaluationId: string;
  readonly sampleId: string;
  readonly rowIndex: number;
  readonly datasetId: string | null;
  readonly targetName: string | null;
  readonly executionMode: string;
  /** The pass of the evaluation in which it failed. */
  readonly attempt: number;
  readonly calls: number;
  readonly errorName: string | null;
  readonly errorClass: string | null;
  /** What the target said; it may quote the row. */
  readonly errorMessage: string | null;
  readonly traceRef: string | null;
  /** Started with this, the evaluation state machine calls the row again, with its run's others of the same class. */
  readonly executionInput: {
    readonly evaluationId: string;
    readonly retry: 'failed';
    readonly retryClass?: string;
  };
}
