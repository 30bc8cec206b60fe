import { Link, useLocation } from 'wouter';
import type { Run } from '../../../contracts/api/runs.ts';
import { count, percent, usd } from '../../../core/format.ts';
import { useRuns } from '../../api/runs.ts';
import { Ago } from '../../parts/ago.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunStatusMark } from '../../parts/run-status.tsx';
import { type BarPart, StackedBar } from '../../parts/stacked-bar.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { NoRuns } from './no-runs.tsx';

const pathOf = ({ evaluationId }: Run): string => `/runs/${encodeURIComponent(evaluationId)}`;

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'run',
    title: 'Run',
    cell: (run) => (
      <Link href={pathOf(run)} title={run.evaluationId}>
        {run.evaluationId}
      </Link>
    ),
  },
  { id: 'status', title: 'Status', width: '112px', cell: ({ status }) => <RunStatusMark status={status} /> },
  {
    id: 'rows',
    title: 'What became of its rows',
    width: '150px',
    wide: true,
    cell: (run) => <StackedBar small parts={barOf(run)} />,
  },
  { id: 'right', title: 'Right', width: '76px', right: true, cell: ({ passRate }) => percent(passRate) },
  { id: 'count', title: 'Rows', width: '76px', right: true, wide: true, cell: ({ total }) => count(total) },
  { id: 'failed', title: 'Failed', width: '70px', right: true, wide: true, cell: ({ failed }) => count(failed) },
  { id: 'cost', title: 'Cost', width: '84px', right: true, wide: true, cell: ({ costUsd }) => usd(costUsd) },
  { id: 'target', title: 'Target', wide: true, cell: ({ targetName }) => <span title={targetName}>{targetName}</span> },
  { id: 'started', title: 'Started', width: '112px', cell: ({ startedAt }) => <Ago time={startedAt} /> },
];

const barOf = ({ succeeded, failed, skipped, total }: Run): BarPart[] => [
  { state: 'succeeded', value: succeeded },
  { state: 'failed', value: failed },
  { state: 'skipped', value: skipped },
  { state: 'remaining', value: Math.max(0, total - succeeded - failed - skipped) },
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
          onOpen={(run) => go(pathOf(run))}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
        />
      )}
    </div>
  );
}
