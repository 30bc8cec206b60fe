import type { Round, RunKind } from '../domain/run-records/run-record.ts';
import type { CallerRun } from './caller.ts';

/** What PlanRun hands to the state machines. */
export type PlanAnswer = RunPlan | SweepPlan | ElsewherePlan;

export interface RunPlan {
  readonly outcome: 'planned';
  readonly kind: RunKind;
  readonly round: Round;
  readonly evaluationId: string;
  readonly datasetId: string;
  readonly run: CallerRun;
  readonly total: number;
  /** Rows this round calls. */
  readonly planned: number;
  /** Rows of a batch, and batches worked on at the same time. */
  readonly batchRows: number;
  readonly children: number;
  readonly maxConcurrency: number;
  readonly readDataset: string;
  /** Where ReadDataset leaves the rows. */
  readonly datasetPrefix: string;
  /** The list of batches: of a dataset SplitRows writes it, of a batch job the plan itself. */
  readonly manifestKey: string;
  readonly mapResultsPrefix: string;
  /** Shards the rows are staged in. */
  readonly shards: number;
  /** The MERGE of one shard, `{shard}` standing for its number: two hundred of them would not fit a variable. */
  readonly loadStatement: string;
  /** Whether rows are scored after they are loaded; rows that were graded as they settled are not. */
  readonly scoresLater: boolean;
  /** After this round, the failed rows get one more. */
  readonly retryFailed: boolean;
  /** Of the execution that loads a batch job's rows. */
  readonly loadName: string;
  readonly export: { readonly enabled: boolean; readonly destinationPrefix?: string };
}

/** The round before this one was interrupted and is swept first. The run is planned when that is done. */
export interface SweepPlan extends Pick<RunPlan, 'run' | 'planned' | 'manifestKey'> {
  readonly outcome: 'sweep';
}

/** The run is a batch job, which the state machine of batch jobs carries out. */
export interface ElsewherePlan {
  readonly outcome: 'job';
}

/** What PlanLoad hands to the state machine that loads results. */
export type LoadPlan = Pick<RunPlan, 'evaluationId' | 'shards' | 'loadStatement'>;
