import { useRuns } from '../../api/runs.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunTable } from '../../parts/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';

/** Batches: items that came in a request instead of a file. */
export function JobsPage() {
  useTitle('Jobs');
  const list = useRuns({ kind: 'job' });
  const jobs = list.data?.pages.flatMap((page) => page.runs) ?? [];
  const isEmpty = list.data !== undefined && jobs.length === 0;
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Jobs</h1>
        {!isEmpty && (
          <ActionLink href="/new-batch" least="operator">
            New batch
          </ActionLink>
        )}
      </div>
      <ErrorNote error={list.error} what="The jobs could not be read." again={list.refetch} />
      {list.isPending && <Skeleton label="Loading the jobs" />}
      {isEmpty && (
        <Empty
          title="No batches yet"
          action={
            <ActionLink href="/new-batch" least="operator">
              Submit a batch
            </ActionLink>
          }
        >
          A batch is many calls of one registered target, submitted at once by a person, an app or an agent.
        </Empty>
      )}
      {jobs.length > 0 && (
        <RunTable
          label="Jobs, newest first"
          of="jobs"
          runs={jobs}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
        />
      )}
    </div>
  );
}
