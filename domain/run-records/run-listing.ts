import type * as z from 'zod';
import { ownerOf } from '../../contracts/tenant.ts';
import type { RunFilter } from './run-filter.ts';
import { type RunKind, type RunRecord, runRecordSchema } from './run-record.ts';

/** Kinds that lists show. Runs that ask judges belong to the runs they ask about, and are in no index. */
export const LISTED_KINDS = ['evaluation', 'batch', 'estimate'] as const satisfies readonly RunKind[];

/** The indexes of the table `runs`: what is the same in a partition. All are sorted by `listed_at`. */
export const RUN_INDEXES = {
  kind: { IndexName: 'by-kind', partition: 'tenant_kind' },
  target: { IndexName: 'by-target', partition: 'tenant_target' },
  experiment: { IndexName: 'by-experiment', partition: 'tenant_experiment' },
} as const;
export const INDEX_SORT_KEY = 'listed_at';

/** What a list shows of a run, and all that the indexes hold of it: neither its configuration nor its summary. */
export const listedRunSchema = runRecordSchema.pick({
  evaluation_id: true,
  kind: true,
  name: true,
  tags: true,
  status: true,
  reason: true,
  dataset_id: true,
  experiment_id: true,
  target_name: true,
  execution_mode: true,
  total: true,
  succeeded: true,
  failed: true,
  skipped: true,
  figures: true,
  cost_usd: true,
  priced: true,
  started_at: true,
  finished_at: true,
  deleted_at: true,
});
/** A run that has not ended is listed with its whole record. */
export type ListedRun = z.output<typeof listedRunSchema> & Partial<RunRecord>;

/** DynamoDB projects at most 20 into an index besides keys. */
export const PROJECTED_ATTRIBUTES = Object.keys(listedRunSchema.shape).filter((name) => name !== 'evaluation_id');

type Placed = Pick<RunRecord, 'evaluation_id' | 'kind' | 'target_name' | 'experiment_id' | 'started_at'>;

/** Where a run stands in every list of its tenant: newer runs sort later, and no two are in the same place. */
export const listedAt = ({ started_at, evaluation_id }: Pick<Placed, 'started_at' | 'evaluation_id'>): string =>
  `${started_at}#${evaluation_id}`;

/** The attributes that put a record into the indexes. */
export function indexKeysOf(run: Placed): Record<string, string> {
  if (!LISTED_KINDS.some((kind) => kind === run.kind)) return {};
  const { tenant } = ownerOf(run.evaluation_id);
  const isMember = run.experiment_id && run.kind !== 'estimate';
  return {
    [RUN_INDEXES.kind.partition]: partitionOf(tenant, run.kind),
    [RUN_INDEXES.target.partition]: partitionOf(tenant, run.target_name),
    ...(isMember && { [RUN_INDEXES.experiment.partition]: partitionOf(tenant, run.experiment_id ?? '') }),
    [INDEX_SORT_KEY]: listedAt(run),
  };
}

/** The index that answers a filter with the fewest reads, and its partitions. */
export function partitionsFor(tenant: string, { experimentId, target, kinds = LISTED_KINDS }: RunFilter) {
  if (experimentId) return { ...RUN_INDEXES.experiment, partitions: [partitionOf(tenant, experimentId)] };
  if (target) return { ...RUN_INDEXES.target, partitions: [partitionOf(tenant, target)] };
  return { ...RUN_INDEXES.kind, partitions: kinds.map((kind) => partitionOf(tenant, kind)) };
}

/** No tenant has a `#` in its name. */
const partitionOf = (tenant: string, value: string): string => `${tenant}#${value}`;
