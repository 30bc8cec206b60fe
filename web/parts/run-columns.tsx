import { Link } from 'wouter';
import type { Run } from '../../contracts/api/runs.ts';
import { count, percent, plural, totalCost } from '../../core/format.ts';
import { Ago } from './ago.tsx';
import type { Column } from './column.ts';
import { Delta } from './delta.tsx';
import { RunName, titleOf } from './run-name.tsx';
import type { Change } from './run-series.ts';
import { RunStatusMark } from './run-status.tsx';
import { Sparkline } from './sparkline.tsx';
import { StackedBar } from './stacked-bar.tsx';
import { barOfRun } from './tally.ts';

/** Runs that belong together, under a head of their own. */
export interface RunGroup {
  readonly key: string;
  readonly title: string;
  readonly about?: string;
  /** Where only they are shown. */
  readonly path: string;
  readonly runs: readonly Run[];
  /** The oldest first; none where the runs are no history. */
  readonly rates?: readonly number[];
}

export type Line =
  | { readonly run: Run; readonly title: string; readonly context?: string }
  | { readonly group: RunGroup; readonly hidden: number };

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (runs: readonly Run[], isOn: boolean) => void;
}

/** A column of runs alone: of a group there is nothing to say in it. */
const ofRun = (column: Omit<Column<Run>, 'cell' | 'text'>, cell: Column<Run>['cell']): Column<Line> => ({
  ...column,
  cell: (line) => ('run' in line ? cell(line.run) : null),
});

interface Shown {
  readonly datasetName?: (id: string) => string;
  readonly selection?: Selection;
  readonly changes: ReadonlyMap<string, Change>;
  readonly isGrouped: boolean;
}

const NUMBERS: readonly Column<Line>[] = [
  ofRun({ id: 'failed', title: 'Errors', width: '64px', right: true, wide: 'much' }, ({ failed }) => count(failed)),
  ofRun({ id: 'count', title: 'Rows', width: '76px', right: true, wide: 'much' }, ({ total }) => count(total)),
  ofRun({ id: 'cost', title: 'Cost', width: '84px', right: true, wide: true }, totalCost),
  {
    id: 'started',
    title: 'Started',
    width: '124px',
    wide: true,
    cell: (line) => ('run' in line ? <Ago time={line.run.startedAt} /> : null),
  },
];

const STATUS = ofRun({ id: 'status', title: 'Status', width: '112px', wide: true }, ({ status }) => (
  <RunStatusMark status={status} />
));
const bar = (run: Run) => <StackedBar small parts={barOfRun(run)} />;

export function runColumns({ changes, datasetName = (id) => id, selection, isGrouped }: Shown): Column<Line>[] {
  const changeOf = ({ evaluationId }: Run) => {
    const change = changes.get(evaluationId);
    return change && <Delta difference={change.difference} title={`Before: ${percent(change.before.passRate)}`} />;
  };
  const newest = ({ runs }: RunGroup) => runs.find(({ passRate, finishedAt }) => passRate !== undefined && finishedAt);
  const select: Column<Line> = {
    id: 'select',
    title: '',
    width: '28px',
    wide: true,
    cell: (line) => <Select line={line} selection={selection} />,
  };
  return [
    ...(selection ? [select] : []),
    {
      id: 'run',
      title: 'Run',
      cell: (line) =>
        'run' in line ? (
          <RunName {...line} about={<Card run={line.run} datasetName={datasetName} />} />
        ) : (
          <GroupName {...line} />
        ),
    },
    ...(isGrouped
      ? []
      : [
          ofRun({ id: 'dataset', title: 'Dataset', width: '160px', wide: 'much' }, (run) => datasetName(run.datasetId)),
        ]),
    STATUS,
    {
      id: 'rows',
      title: 'Results',
      width: '132px',
      wide: 'much',
      cell: (line) => ('run' in line ? bar(line.run) : line.group.rates && <Sparkline rates={line.group.rates} />),
    },
    {
      id: 'right',
      title: 'Passed',
      width: '76px',
      right: true,
      cell: (line) => {
        const run = 'run' in line ? line.run : line.group.rates && newest(line.group);
        return (
          run && (
            <span className="run-figure">
              {percent(run.passRate)}
              <span className="run-delta">{changeOf(run)}</span>
            </span>
          )
        );
      },
    },
    {
      id: 'change',
      title: 'Change',
      width: '76px',
      right: true,
      wide: true,
      cell: (line) => {
        if ('run' in line) return changeOf(line.run);
        const run = line.group.rates && newest(line.group);
        return run && changeOf(run);
      },
    },
    ...NUMBERS,
  ];
}

/** A batch has items, and nobody has said what a right answer is. */
export const JOB_COLUMNS: readonly Column<Line>[] = [
  ofRun({ id: 'run', title: 'Job' }, (run) => <RunName run={run} title={titleOf(run)} about={<Card run={run} />} />),
  STATUS,
  ofRun({ id: 'rows', title: 'Results', width: '150px', wide: 'much' }, bar),
  ...NUMBERS.map((column) => (column.id === 'count' ? { ...column, title: 'Items' } : column)),
];

/** On a phone, what else is to be said of a run. */
const Card = ({ run, datasetName }: { readonly run: Run; readonly datasetName?: (id: string) => string }) => (
  <span className="run-card muted tiny">
    <RunStatusMark bare={run.status === 'completed'} status={run.status} />
    <span className="run-about">
      {[run.failed > 0 && plural(run.failed, 'error'), datasetName?.(run.datasetId)].filter(Boolean).join(' · ')}
    </span>
    <Ago time={run.startedAt} />
  </span>
);

const GroupName = ({ group, hidden }: { readonly group: RunGroup; readonly hidden: number }) => (
  <>
    <Link href={group.path} className="run-title">
      {group.title}
    </Link>{' '}
    <span className="muted">
      {group.about} {hidden > 0 && <Link href={group.path}>Show all {count(group.runs.length)}</Link>}
    </span>
  </>
);

function Select({ line, selection }: { readonly line: Line; readonly selection: Selection | undefined }) {
  const runs = 'run' in line ? [line.run] : line.group.runs;
  const on = runs.filter(({ evaluationId }) => selection?.ids.has(evaluationId)).length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from opening the run
    <label className="select" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={`Select ${'run' in line ? line.title : line.group.title}`}
        checked={on === runs.length}
        ref={(box) => {
          if (box) box.indeterminate = on > 0 && on < runs.length;
        }}
        onChange={() => selection?.toggle(runs, on < runs.length)}
      />
    </label>
  );
}
