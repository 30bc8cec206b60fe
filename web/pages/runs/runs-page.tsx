import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Run } from '../../../contracts/api/runs.ts';
import { useDatasetNames } from '../../api/datasets.ts';
import { useRuns } from '../../api/runs.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunTable } from '../../parts/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { FirstSteps } from '../home/first-steps.tsx';
import { filterOf } from './filter-of.ts';
import { GROUPINGS, type Grouping, groupsOf } from './run-groups.ts';
import './runs-page.css';

const RunFilters = lazy(async () => ({ default: (await import('./tools.ts')).RunFilters }));
const SelectedRuns = lazy(async () => ({ default: (await import('./tools.ts')).SelectedRuns }));

const MOST_DRY_PAGES = 10;
const NONE: ReadonlySet<string> = new Set();

export function RunsPage() {
  useTitle('Runs');
  const [parameters, set] = useUrlState();
  const filter = filterOf(parameters);
  const list = useRuns(filter);
  const runs = useMemo(() => list.data?.pages.flatMap((page) => page.runs) ?? [], [list.data]);
  const { names, nameOf } = useDatasetNames();
  const [ids, setIds] = useState(NONE);
  const toggle = useCallback(
    (some: readonly Run[], isOn: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        for (const { evaluationId } of some) isOn ? next.add(evaluationId) : next.delete(evaluationId);
        return next;
      }),
    [],
  );
  const selection = useMemo(() => ({ ids, toggle }), [ids, toggle]);
  const grouping: Grouping = GROUPINGS.find(([name]) => name === parameters.get('group'))?.[0] ?? 'target';
  const groups = useMemo(() => groupsOf(runs, grouping, nameOf), [runs, grouping, nameOf]);
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'kind' && value !== undefined);
  // An empty page offers the first step itself.
  const isEmpty = list.data !== undefined && !list.isPlaceholderData && runs.length === 0 && !isFiltered;
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  };
  // A page of a filtered list may be empty although older runs match; how far to look is then the person's choice.
  const pages = list.data?.pages ?? [];
  const isDry = pages.length >= MOST_DRY_PAGES && pages.at(-1)?.runs.length === 0;
  useEffect(() => {
    if (runs.length === 0 && !isDry) more();
  });
  const selected = runs.filter(({ evaluationId }) => ids.has(evaluationId));
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Runs</h1>
        {!isEmpty && (
          <div className="line">
            <fieldset className="segments" aria-label="Grouping">
              {GROUPINGS.map(([name, title]) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={grouping === name}
                  onClick={() => set({ group: name === 'target' ? undefined : name })}
                >
                  {title}
                </button>
              ))}
            </fieldset>
            <ActionLink href="/new-run" least="operator">
              New run
            </ActionLink>
          </div>
        )}
      </div>
      {list.data && !isEmpty && (
        <Suspense fallback={<div className="runs-bar" />}>
          <RunFilters runs={runs} datasets={names} />
        </Suspense>
      )}
      <ErrorNote error={list.error} what="The runs could not be read." again={list.refetch} />
      {list.isPending && <Skeleton label="Loading the runs" />}
      {isEmpty && <FirstSteps />}
      {list.data && runs.length === 0 && isFiltered && !list.hasNextPage && (
        <Empty
          title="No matching runs"
          action={
            <button
              type="button"
              onClick={() => set(Object.fromEntries([...parameters.keys()].map((name) => [name, undefined])))}
            >
              Clear all filters
            </button>
          }
        >
          Remove a filter, or search for less.
        </Empty>
      )}
      {runs.length > 0 && (
        <RunTable
          label="Runs, newest first"
          of="runs"
          runs={runs}
          groups={groups}
          datasetName={nameOf}
          selection={selection}
          onEnd={isDry ? undefined : more}
        />
      )}
      {list.hasNextPage && isFiltered && (isDry || runs.length === 0) && (
        <div className="line">
          {isDry && !list.isFetchingNextPage ? (
            <button type="button" onClick={more}>
              Search older runs
            </button>
          ) : (
            <span className="muted">Searching older runs …</span>
          )}
        </div>
      )}
      <Suspense>{selected.length > 0 && <SelectedRuns runs={selected} onClear={() => setIds(NONE)} />}</Suspense>
    </div>
  );
}
