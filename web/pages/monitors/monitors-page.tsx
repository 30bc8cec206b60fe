import { Link, useLocation } from 'wouter';
import { count, percent } from '../../../core/format.ts';
import { type MonitorView, useLastResults, useMonitors } from '../../api/monitors.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Ago } from '../../parts/ago.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { evaluatorNames } from '../monitor/evaluator-names.ts';

/** Is it good? Of what it found last. */
function Found({ name }: { readonly name: string }) {
  const results = useLastResults(name).data?.results ?? [];
  const judged = results.filter(({ passed }) => passed !== null);
  if (judged.length === 0) return <span className="muted">nothing yet</span>;
  const passed = judged.filter((result) => result.passed).length;
  return `${count(passed)} of ${count(judged.length)} (${percent(passed / judged.length)})`;
}

const COLUMNS: readonly Column<MonitorView>[] = [
  { id: 'name', title: 'Monitor', cell: ({ name }) => <Link href={`/monitors/${name}`}>{name}</Link> },
  { id: 'found', title: 'Passed, of the last 100', width: '180px', cell: ({ name }) => <Found name={name} /> },
  {
    id: 'level',
    title: 'Looks at',
    width: '110px',
    wide: true,
    cell: ({ level }) => (level === 'thread' ? 'threads' : 'traces'),
  },
  { id: 'enabled', title: 'On', width: '60px', cell: ({ enabled }) => (enabled ? 'yes' : 'no') },
  { id: 'evaluators', title: 'By', wide: true, cell: ({ evaluators }) => evaluatorNames(evaluators) },
  {
    id: 'alarm',
    title: 'Alarm',
    width: '120px',
    wide: true,
    cell: ({ alarm }) => (alarm ? `below ${percent(alarm.passedBelow)}` : <span className="muted">none</span>),
  },
  { id: 'updated', title: 'Changed', width: '120px', wide: true, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
];

const New = () => (
  <ActionLink href="/new-monitor" least="admin">
    Set a monitor up
  </ActionLink>
);

export function MonitorsPage() {
  useTitle('Monitors');
  const [, go] = useLocation();
  const { data, error, refetch } = useMonitors();
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Monitors</h1>
        {data?.monitors.length !== 0 && <New />}
      </div>
      <ErrorNote error={error} what="The monitors could not be read." again={refetch} />
      {!data && !error && <Skeleton label="Loading the monitors" />}
      {data?.monitors.length === 0 && (
        <Empty title="No monitors yet" action={<New />}>
          A monitor evaluates what live agents do, turn by turn or each time a conversation falls quiet, and tells when
          it gets worse.
        </Empty>
      )}
      {data && data.monitors.length > 0 && (
        <DataTable
          label="Monitors"
          columns={COLUMNS}
          rows={data.monitors}
          keyOf={({ name }) => name}
          onOpen={({ name }) => go(`/monitors/${name}`)}
        />
      )}
    </div>
  );
}
