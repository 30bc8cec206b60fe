import type { Run } from '../../../contracts/api/runs.ts';
import { plural } from '../../../core/format.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
import type { RunGroup } from '../../parts/run-columns.tsx';
import { ratesOf, seriesOf } from '../../parts/run-series.ts';

export const GROUPINGS = [
  ['target', 'By target'],
  ['experiment', 'By experiment'],
  ['none', 'Newest first'],
] as const;
export type Grouping = (typeof GROUPINGS)[number][0];

/** The runs under heads of their own, the group with the newest run first; undefined where they are not grouped. */
export function groupsOf(
  runs: readonly Run[],
  by: Grouping,
  datasetName: (id: string) => string,
): readonly RunGroup[] | undefined {
  if (by === 'none') return undefined;
  if (by === 'target') {
    return seriesOf(runs).map(({ key, targetName, datasetId, runs: ofSeries }) => ({
      key,
      title: targetName,
      about: datasetName(datasetId),
      path: `/runs?${new URLSearchParams({ target: targetName, dataset: datasetId })}`,
      runs: ofSeries,
      rates: ratesOf(ofSeries),
    }));
  }
  const found = groupedBy(runs, ({ experimentId = '' }) => experimentId);
  const last = [...found].sort(([a], [b]) => Number(a === '') - Number(b === ''));
  return last.map(([id, ofExperiment]) => ({
    key: id,
    title: id || 'No experiment',
    about: plural(ofExperiment.length, 'run'),
    path: id ? `/experiments/${encodeURIComponent(id)}` : '/runs?group=none',
    runs: ofExperiment,
  }));
}
