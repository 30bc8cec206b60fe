import { Link, useLocation } from 'wouter';
import type { Run } from '../../contracts/api/runs.ts';
import { count, percent, usd } from '../../core/format.ts';
import { Ago } from './ago.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { RunStatusMark } from './run-status.tsx';
import { type BarPart, StackedBar } from './stacked-bar.tsx';

/** A batch job has a page of its own. */
const pathOf = ({ evaluationId, datasetId }: Run): string =>
  `/${datasetId ? 'runs' : 'jobs'}/${encodeURIComponent(evaluationId)}`;

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
    wide: 'much',
    cell: (run) => <StackedBar small parts={barOf(run)} />,
  },
  { id: 'right', title: 'Right', width: '76px', right: true, cell: ({ passRate }) => percent(passRate) },
  { id: 'count', title: 'Rows', width: '76px', right: true, wide: true, cell: ({ total }) => count(total) },
  { id: 'failed', title: 'Failed', width: '70px', right: true, wide: 'much', cell: ({ failed }) => count(failed) },
  {
    id: 'cost',
    title: 'Cost',
    width: '84px',
    right: true,
    wide: true,
    cell: ({ costUsd }) => (costUsd > 0 ? usd(costUsd) : '–'),
  },
  { id: 'target', title: 'Target', wide: true, cell: ({ targetName }) => <span title={targetName}>{targetName}</span> },
  { id: 'started', title: 'Started', width: '112px', cell: ({ startedAt }) => <Ago time={startedAt} /> },
];

const barOf = ({ succeeded, failed, skipped, total }: Run): BarPart[] => [
  { state: 'succeeded', value: succeeded },
  { state: 'failed', value: failed },
  { state: 'skipped', value: skipped },
  { state: 'remaining', value: Math.max(0, total - succeeded - failed - skipped) },
];

interface Props {
  readonly label: string;
  readonly runs: readonly Run[];
  readonly onEnd: () => unknown;
}

/** Runs or jobs, newest first. */
export function RunTable({ label, runs, onEnd }: Props) {
  const [, go] = useLocation();
  return (
    <DataTable
      label={label}
      columns={COLUMNS}
      rows={runs}
      keyOf={({ evaluationId }) => evaluationId}
      onOpen={(run) => go(pathOf(run))}
      onEnd={onEnd}
    />
  );
}
