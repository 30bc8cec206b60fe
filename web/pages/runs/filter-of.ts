import type { RunFilter } from '../../api/runs.ts';
import { STATUSES } from '../../parts/run-status.tsx';

/** Days back from now. */
export const SINCE: Readonly<Record<string, readonly [string, number]>> = {
  day: ['Last 24 hours', 1],
  week: ['Last 7 days', 7],
  month: ['Last 30 days', 30],
};
const DAY_MS = 86_400_000;

/** What people call the filters, by their names in the address. */
export const FILTERS = {
  target: 'Target',
  dataset: 'Dataset',
  status: 'Status',
  since: 'Started',
  tag: 'Tag',
  experiment: 'Experiment',
};
export type FilterName = keyof typeof FILTERS;

/** What the address asks of the list. */
export function filterOf(parameters: URLSearchParams): RunFilter {
  const given = (name: FilterName | 'search') => parameters.get(name) || undefined;
  const days = SINCE[given('since') ?? '']?.[1];
  return {
    kind: 'run',
    target: given('target'),
    datasetId: given('dataset'),
    experimentId: given('experiment'),
    status: STATUSES.find((status) => status === given('status')),
    tag: given('tag'),
    name: given('search'),
    // To the minute, so that the list is not asked for anew with every keystroke.
    from: days === undefined ? undefined : `${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 16)}:00Z`,
  };
}
