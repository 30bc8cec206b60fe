import { Link, useLocation } from 'wouter';
import { percent } from '../../../core/format.ts';
import { type MonitorView, useLastResults, useMonitors } from '../../api/monitors.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Ago } from '../../parts/ago.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Delta } from '../../parts/delta.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { halvesOf } from '../home/dropped-monitors.tsx';
import { evaluatorNames } from '../monitor/evaluator-names.ts';

/** Is it good? Of what it found last. */
function Found({ name }: { readonly name: string }) {
  const results = useLastResults(name).data?.results ?? [];
  const judged = results.filter(({ passed }) => passed !== null);
  if (judged.length === 0) return <span className="muted">no results</span>;
  return percent(judged.filter((result) => result.passed).length / judged.length);
}

const SPANS = 10;

/** The pass rate of the last results, a tenth at a time, the oldest first. */
function Trend({ name }: { readonly name: string }) {
  const results = useLastResults(name).data?.results ?? [];
  const judged = results.filter(({ passed }) => passed !== null).toReversed();
  const span = Math.ceil(judged.length / SPANS);
  if (span < 2) return null;
  const spans = Array.from({ length: Math.ceil(judged.length / span) }, (_, at) =>
    judged.slice(at * span, (at + 1) * span),
  );
  return <Sparkline rates={spans.map((some) => some.filter(({ passed }) => passed).length / some.length)} />;
}

/** The newer half of the last results against the older one. */
function Changed({ name }: { readonly name: string }) {
  const halves = halvesOf(useLastResults(name).data?.results ?? []);
  return (
    halves && (
      <Delta
        difference={halves.after.share - halves.before.share}
        title="Newer half of the last 100 results against the older half"
      />
    )
  );
}

const COLUMNS: readonly Column<MonitorView>[] = [
  { id: 'name', title: 'Monitor', cell: ({ name }) => <Link href={`/monitors/${name}`}>{name}</Link> },
  { id: 'trend', title: 'Trend', width: '120px', wide: true, cell: ({ name }) => <Trend name={name} /> },
  { id: 'found', title: 'Passed', width: '88px', right: true, cell: ({ name }) => <Found name={name} /> },
  { id: 'change', title: 'Change', width: '76px', right: true, cell: ({ name }) => <Changed name={name} /> },
  {
    id: 'level',
    title: 'Evaluates',
    width: '110px',
    wide: true,
    cell: ({ level }) => (level === 'thread' ? 'threads' : 'traces'),
  },
  {
    id: 'enabled',
    title: 'Status',
    width: '76px',
    cell: ({ enabled }) => (enabled ? 'On' : <span className="muted">Off</span>),
  },
  { id: 'evaluators', title: 'Evaluators', wide: true, cell: ({ evaluators }) => evaluatorNames(evaluators) },
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
    Create a monitor
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
          A monitor evaluates what live agents do, turn by turn or each time a conversation goes quiet, and raises an
          alarm when it gets worse.
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
