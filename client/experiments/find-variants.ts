import { RollcallError } from '../../contracts/errors.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { ownerOf, ownId } from '../../contracts/tenant.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { listMembers } from './list-members.ts';

/** A run, under the name it has in a comparison. */
export interface NamedRun {
  readonly name: string;
  readonly record: RunRecord;
  /** Of a run whose target answers for several models: the one that is compared. */
  readonly variant?: string;
}

export interface FoundVariants {
  /** In the order they were started. */
  readonly variants: readonly NamedRun[];
  readonly baseline: string;
}

/** Runs are looked up among those of a tenant. */
export interface VariantDeps {
  readonly runs: Pick<RunRecordStore, 'find' | 'list' | 'read'>;
  /** Default: any tenant's, by the ids as they are stored */
  readonly tenant?: string;
}

/**
 * The runs to compare: those of an experiment, the newest of each target, or the runs named. The baseline is a variant,
 * another run, or the newest run of another experiment; without one, the run that was started first.
 */
export async function findVariants(
  ids: readonly string[],
  baseline: string | undefined,
  deps: VariantDeps,
): Promise<FoundVariants> {
  const named = (await Promise.all(ids.map((id) => runsOf(id, deps)))).flat();
  const isBaseline = ({ name, record }: NamedRun) =>
    baseline === name || (baseline !== undefined && storedId(baseline, deps) === record.evaluation_id);
  const own = baseline === undefined ? named[0] : named.find(isBaseline);
  if (own) return { variants: enough(named, ids), baseline: own.name };
  const other = (await runsOf(baseline ?? '', deps)).at(-1);
  if (!other) throw notFound(baseline ?? '');
  return { variants: enough([{ ...other, name: baseline ?? '' }, ...named], ids), baseline: baseline ?? '' };
}

const storedId = (id: string, { tenant }: VariantDeps): string => (tenant ? ownId(tenant, id) : id);

async function runsOf(id: string, deps: VariantDeps): Promise<NamedRun[]> {
  const stored = storedId(id, deps);
  const owner = ownerOf(stored);
  const run = owner.tenant === (deps.tenant ?? owner.tenant) ? await deps.runs.find(stored) : undefined;
  if (run && !run.deleted_at) return modelsOf({ name: id, record: run }, ({ variant = '' }) => variant);
  const experiment = deps.tenant ? { tenant: deps.tenant, id } : owner;
  const members = await listMembers(experiment.tenant, experiment.id, deps.runs);
  if (members.length === 0) throw notFound(id);
  // A variant that was run again counts as it was run last.
  const newest = new Map(members.toReversed().map((run) => [run.target_name, run.evaluation_id]));
  const runs = await Promise.all(
    [...newest].map(async ([name, runId]) => ({ name, record: await deps.runs.read(runId) })),
  );
  return runs.flatMap((one) =>
    modelsOf(one, ({ name, variant }) => (runs.length > 1 ? `${name}/${variant}` : `${variant}`)),
  );
}

/** A run whose target answered for several models stands for each of them. */
function modelsOf(run: NamedRun, nameOf: (model: NamedRun) => string): NamedRun[] {
  const names = summaryOf(run.record)?.variants?.map(({ name }) => name) ?? [];
  if (names.length === 0) return [run];
  return names.map((variant) => ({ ...run, variant, name: nameOf({ ...run, variant }) }));
}

const notFound = (id: string): RollcallError =>
  new RollcallError('RunNotFound', `There is no run and no experiment ${id}.`);

function enough(variants: readonly NamedRun[], ids: readonly string[]): readonly NamedRun[] {
  if (variants.length > 1) return variants;
  throw new RollcallError(
    'InvalidRunInput',
    `${ids.join(', ')} is one run; name another one, or a baseline, to compare it with.`,
  );
}

/** Where a run's rows are: a completed run's were all merged into the table, of any other some may still be staged. */
export const rowsOf = ({ record, variant }: NamedRun) => ({
  evaluationId: record.evaluation_id,
  isLoaded: record.status === 'completed',
  ...(variant !== undefined && { variant }),
});
