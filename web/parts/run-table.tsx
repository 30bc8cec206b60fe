import { Link, useLocation } from 'wouter';
import type { Run } from '../../contracts/api/runs.ts';
import { count, percent, totalCost } from '../../core/format.ts';
import { Ago } from './ago.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { RunStatusMark } from './run-status.tsx';
import { type BarPart, StackedBar } from './stacked-bar.tsx';
import { barOf, tallyOf } from './tally.ts';
import './run-table.css';

/** A batch job has a page of its own. */
const pathOf = ({ evaluationId, datasetId }: Run): string =>
  `/${datasetId ? 'runs' : 'jobs'}/${encodeURIComponent(evaluationId)}`;

const RUN_COLUMNS: readonly Column<Run>[] = [
  {
    id: 'run',
    title: 'Run',
    cell: (run) => (
      <>
        <span className="run-sign">
          <RunStatusMark bare status={run.status} />{' '}
        </span>
        <Link href={pathOf(run)} title={run.evaluationId} className="run-name">
          {run.targetName} <span className="muted tiny">{run.evaluationId}</span>
        </Link>
      </>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: '112px',
    wide: true,
    cell: ({ status }) => <RunStatusMark status={status} />,
  },
  {
    id: 'rows',
    title: 'Results',
    width: '150px',
    wide: 'much',
    cell: (run) => <StackedBar small parts={partsOf(run)} />,
  },
  { id: 'right', title: 'Passed', width: '76px', right: true, cell: ({ passRate }) => percent(passRate) },
  { id: 'failed', title: 'Errors', width: '70px', right: true, wide: 'much', cell: ({ failed }) => count(failed) },
  { id: 'count', title: 'Rows', width: '76px', right: true, wide: 'much', cell: ({ total }) => count(total) },
  { id: 'cost', title: 'Cost', width: '84px', right: true, wide: true, cell: totalCost },
  { id: 'started', title: 'Started', width: '124px', cell: ({ startedAt }) => <Ago time={startedAt} /> },
];

/** A batch has items, and nobody has said what a right answer is. */
const JOB_TITLES: Readonly<Record<string, string>> = { run: 'Job', rows: 'Results', count: 'Items' };
const JOB_COLUMNS = RUN_COLUMNS.filter(({ id }) => id !== 'right').map((column) => ({
  ...column,
  // On a phone there is room for it in the place of what is right.
  wide: column.id === 'failed' ? false : column.wide,
  title: JOB_TITLES[column.id] ?? column.title,
}));

function partsOf(run: Run): BarPart[] {
  const { total, succeeded, failed, skipped } = run;
  const remaining = Math.max(0, total - succeeded - failed - skipped);
  return barOf(tallyOf({ succeeded, failed, skipped, running: 0, remaining }, run));
}

interface Props {
  readonly label: string;
  readonly of: 'runs' | 'jobs';
  readonly runs: readonly Run[];
  readonly onEnd: () => unknown;
}

/** Runs or jobs, newest first. */
export function RunTable({ label, of, runs, onEnd }: Props) {
  const [, go] = useLocation();
  return (
    <DataTable
      label={label}
      columns={of === 'jobs' ? JOB_COLUMNS : RUN_COLUMNS}
      rows={runs}
      keyOf={({ evaluationId }) => evaluationId}
      onOpen={(run) => go(pathOf(run))}
      onEnd={onEnd}
    />
  );
}
