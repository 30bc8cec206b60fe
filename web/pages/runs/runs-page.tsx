import { useRuns } from '../../api/runs.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunTable } from '../../parts/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { NoRuns } from './no-runs.tsx';

export function RunsPage() {
  useTitle('Runs');
  const list = useRuns({ kind: 'run' });
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? [];
  // An empty page offers the first step itself.
  const isEmpty = list.data !== undefined && runs.length === 0;
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Runs</h1>
        {!isEmpty && (
          <ActionLink href="/new-run" least="operator">
            New run
          </ActionLink>
        )}
      </div>
      <ErrorNote error={list.error} what="The runs could not be read." again={list.refetch} />
      {list.isPending && <Skeleton label="Loading the runs" />}
      {isEmpty && <NoRuns />}
      {runs.length > 0 && (
        <RunTable
          label="Runs, newest first"
          of="runs"
          runs={runs}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
        />
      )}
    </div>
  );
}
