import { Link, useLocation } from 'wouter';
import { count, percent, usd } from '../../../core/format.ts';
import { type Run, useRuns } from '../../api/runs.ts';
import { Ago } from '../../parts/ago.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunStatusMark } from '../../parts/run-status.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { barOf, tallyOf } from '../run/verdict.ts';
import { NoRuns } from './no-runs.tsx';

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'run',
    title: 'Run',
    cell: ({ evaluationId }) => (
      <Link href={`/runs/${encodeURIComponent(evaluationId)}`} title={evaluationId}>
        {evaluationId}
      </Link>
    ),
  },
  { id: 'status', title: 'Status', width: '112px', cell: ({ status }) => <RunStatusMark status={status} /> },
  {
    id: 'rows',
    title: 'What became of its rows',
    width: '150px',
    wide: true,
    cell: (run) => <StackedBar small parts={barOf(tallyOf(run))} />,
  },
  { id: 'right', title: 'Right', width: '76px', right: true, cell: ({ summary }) => percent(summary?.passRate) },
  { id: 'count', title: 'Rows', width: '76px', right: true, wide: true, cell: ({ progress }) => count(progress.total) },
  {
    id: 'failed',
    title: 'Failed',
    width: '70px',
    right: true,
    wide: true,
    cell: ({ progress }) => count(progress.failed),
  },
  { id: 'cost', title: 'Cost', width: '84px', right: true, wide: true, cell: ({ progress }) => usd(progress.costUsd) },
  { id: 'target', title: 'Target', wide: true, cell: ({ targetName }) => <span title={targetName}>{targetName}</span> },
  { id: 'started', title: 'Started', width: '112px', cell: ({ startedAt }) => <Ago time={startedAt} /> },
];

export function RunsPage() {
  useTitle('Runs');
  const [, go] = useLocation();
  const list = useRuns();
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Runs</h1>
        <Link href="/new-run" className="button primary">
          New run
        </Link>
      </div>
      <ErrorNote error={list.error} what="The runs could not be read." again={list.refetch} />
      {list.data && runs.length === 0 && <NoRuns />}
      {runs.length > 0 && (
        <DataTable
          label="Runs, newest first"
          columns={COLUMNS}
          rows={runs}
          keyOf={({ evaluationId }) => evaluationId}
          onOpen={({ evaluationId }) => go(`/runs/${encodeURIComponent(evaluationId)}`)}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
        />
      )}
    </div>
  );
}
