import { RollcallError } from '../../contracts/errors.ts';
import { summaryOf } from '../../contracts/summary.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Installation } from '../connect/installation.ts';

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

/**
 * The runs to compare: those of an experiment, the newest of each target, or the runs named. The baseline is a variant,
 * another run, or the newest run of another experiment; without one, the run that was started first.
 */
export async function findVariants(
  ids: readonly string[],
  baseline: string | undefined,
  { runs }: Installation,
): Promise<FoundVariants> {
  const all = await runs.list();
  const named = ids.flatMap((id) => runsOf(id, all));
  const isBaseline = ({ name, record }: NamedRun) => [name, record.evaluation_id].includes(baseline ?? '');
  const own = baseline === undefined ? named[0] : named.find(isBaseline);
  if (own) return { variants: enough(named, ids), baseline: own.name };
  const other = runsOf(baseline ?? '', all).at(-1);
  if (!other) throw notFound(baseline ?? '');
  return { variants: enough([{ ...other, name: baseline ?? '' }, ...named], ids), baseline: baseline ?? '' };
}

function runsOf(id: string, all: readonly RunRecord[]): NamedRun[] {
  const run = all.find((record) => record.evaluation_id === id);
  if (run) return modelsOf({ name: id, record: run }, ({ variant = '' }) => variant);
  const members = all
    .filter((record) => record.experiment_id === id)
    .toSorted((a, b) => a.started_at.localeCompare(b.started_at) || a.evaluation_id.localeCompare(b.evaluation_id));
  if (members.length === 0) throw notFound(id);
  // A variant that was run again counts as it was run last.
  const newest = new Map<string, RunRecord>();
  for (const record of members) newest.set(record.target_name, record);
  const runs = [...newest].map(([name, record]) => ({ name, record }));
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
