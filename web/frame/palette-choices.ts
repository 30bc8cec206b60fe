import { useDatasets } from '../api/datasets.ts';
import { useRuns } from '../api/runs.ts';
import { nameOf, useTargets } from '../api/targets.ts';
import { agoOf } from '../parts/ago.tsx';
import { useMay } from '../parts/allowed.tsx';
import { runPath, titleOf } from '../parts/run-name.tsx';

export interface Choice {
  readonly kind: string;
  readonly title: string;
  readonly path: string;
  readonly about?: string;
}

const OPERATOR: readonly Choice[] = [
  { kind: 'Do', title: 'Start a run', path: '/new-run' },
  { kind: 'Do', title: 'Import a dataset', path: '/datasets/new' },
  { kind: 'Do', title: 'Submit a batch', path: '/new-batch' },
];
const ADMIN: readonly Choice[] = [
  { kind: 'Do', title: 'Register a target', path: '/new-target' },
  { kind: 'Do', title: 'Create a monitor', path: '/new-monitor' },
];
const MOST = 12;

/** Everything there is an address of. */
export function useChoices(sections: readonly (readonly [string, string])[]): Choice[] {
  const all = useRuns({}).data?.pages.flatMap((page) => page.runs) ?? [];
  const runs = all.filter(({ estimate }) => !estimate);
  const datasets = useDatasets().data?.datasets ?? [];
  const targets = useTargets().data?.targets ?? [];
  return [
    ...sections.map(([path, title]) => ({ kind: 'Go to', title, path })),
    ...(useMay('operator') ? OPERATOR : []),
    ...(useMay('admin') ? ADMIN : []),
    ...runs.map((run) => ({
      kind: run.kind === 'batch' ? 'Job' : 'Run',
      title: titleOf(run),
      path: runPath(run),
      about: `${agoOf(run.startedAt)} · ${run.evaluationId}`,
    })),
    ...datasets.map(({ datasetId, name }) => ({
      kind: 'Dataset',
      title: name ?? datasetId,
      path: `/datasets/${encodeURIComponent(datasetId)}`,
    })),
    ...targets.map((target) => ({ kind: 'Target', title: nameOf(target), path: `/targets/${nameOf(target)}` })),
  ];
}

/** Those that have every word that was typed, in their order. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices
    .filter(({ kind, title, about = '' }) => {
      const text = `${kind} ${title} ${about}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, MOST);
}
