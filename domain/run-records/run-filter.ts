import type { RunKind, RunRecord, RunStatus } from './run-record.ts';

/** Which of a tenant's runs a list shows. */
export interface RunFilter {
  readonly kinds?: readonly RunKind[];
  readonly status?: RunStatus;
  readonly target?: string;
  /** As it is stored. */
  readonly datasetId?: string;
  readonly experimentId?: string;
  /** Only runs of some experiment. */
  readonly inExperiment?: boolean;
  /** Part of the name or the id, in upper or lower case. */
  readonly name?: string;
  readonly tag?: string;
  /** Started at or after `from`, and before `to`. */
  readonly from?: string;
  readonly to?: string;
}

type Filtered = Pick<
  RunRecord,
  | 'evaluation_id'
  | 'kind'
  | 'status'
  | 'target_name'
  | 'dataset_id'
  | 'experiment_id'
  | 'name'
  | 'tags'
  | 'started_at'
  | 'deleted_at'
>;

export function passesFilter(run: Filtered, filter: RunFilter): boolean {
  const { kinds, status, target, datasetId, experimentId, inExperiment, name, tag, from, to } = filter;
  return (
    !run.deleted_at &&
    (!kinds || kinds.includes(run.kind)) &&
    (!status || run.status === status) &&
    (!target || run.target_name === target) &&
    (!datasetId || run.dataset_id === datasetId) &&
    (!experimentId || run.experiment_id === experimentId) &&
    (!inExperiment || run.experiment_id !== undefined) &&
    (!name || `${run.name ?? ''}\n${run.evaluation_id}`.toLowerCase().includes(name.toLowerCase())) &&
    (!tag || (run.tags ?? []).includes(tag)) &&
    (!from || Date.parse(run.started_at) >= Date.parse(from)) &&
    (!to || Date.parse(run.started_at) < Date.parse(to))
  );
}
