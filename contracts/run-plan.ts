import type { CallerRun } from './caller.ts';

/** What PlanRun hands to the state machine. */
export interface RunPlan {
  readonly evaluationId: string;
  readonly datasetId: string;
  readonly run: CallerRun;
  readonly total: number;
  /** Rows this pass calls. */
  readonly planned: number;
  /** Rows of a batch, and batches worked on at the same time. */
  readonly batchRows: number;
  readonly children: number;
  readonly maxConcurrency: number;
  readonly readDataset: string;
  /** Where ReadDataset leaves the rows. */
  readonly datasetPrefix: string;
  /** The list of batches of a batch job, whose items are neither read nor split. */
  readonly manifestKey?: string;
  readonly mapResultsPrefix: string;
  /** Shards the rows are staged in. */
  readonly shards: number;
  /** The MERGE of one shard, `{shard}` standing for its number: two hundred of them would not fit a variable. */
  readonly loadStatement: string;
  /** Whether rows are scored after they are loaded; a pass that only scores reads and calls no row. */
  readonly scoring: 'none' | 'after' | 'only';
  /** After this pass, the failed rows get one more. */
  readonly retryFailed: boolean;
  /** A batch job that asks judges: its rows are nobody's results, and its end is not told. */
  readonly asks?: true;
  /** Of the execution that loads a batch job's rows. */
  readonly loadName: string;
  readonly export: { readonly enabled: boolean; readonly destinationPrefix?: string };
}

/** What PlanRun has swept first: the pass before, which was cut off. It plans the run when that is done. */
export interface SweepPlan {
  readonly sweep: {
    readonly run: CallerRun;
    readonly planned: number;
    readonly manifestKey: string;
    readonly executionId: string;
    readonly isEarlier: true;
  };
}

/** What PlanRun hands to an execution that only loads the settled rows of a batch job. */
export interface LoadPlan extends Pick<RunPlan, 'evaluationId' | 'shards' | 'loadStatement' | 'retryFailed'> {
  readonly load: true;
}
