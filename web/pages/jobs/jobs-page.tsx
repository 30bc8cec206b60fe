import { Link } from 'wouter';
import { useRuns } from '../../api/runs.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunTable } from '../../parts/run-table.tsx';
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
          <Allowed least="operator">
            <Link href="/new-batch" className="button primary">
              New batch
            </Link>
          </Allowed>
        )}
      </div>
      <ErrorNote error={list.error} what="The jobs could not be read." again={list.refetch} />
      {isEmpty && (
        <Empty
          title="No batches yet"
          action={
            <Allowed least="operator">
              <Link href="/new-batch" className="button primary">
                Submit a batch
              </Link>
            </Allowed>
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
