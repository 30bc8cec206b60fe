import { Link, useLocation, useParams } from 'wouter';
import { percent, plural } from '../../../core/format.ts';
import {
  type MonitorView,
  useDeleteMonitor,
  useMonitor,
  useMonitorResults,
  useSaveMonitor,
} from '../../api/monitors.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Backfill } from './backfill.tsx';
import { evaluatorNames } from './evaluator-names.ts';
import './monitor-page.css';
import { newestFirst } from './newest-first.ts';
import { ResultTable } from './result-table.tsx';
import { ResultsOverTime } from './results-over-time.tsx';
import { TestMonitor } from './test-monitor.tsx';
import { verdictOf } from './verdict-of.ts';

/** What a monitor has found: is it good, what is wrong, what next. */
export function MonitorPage() {
  const { name = '' } = useParams<{ name: string }>();
  useTitle(name);
  const { data: monitor, error, refetch } = useMonitor(name);
  const list = useMonitorResults(name);
  const results = newestFirst(list.data?.pages.flatMap((page) => page.results) ?? []);
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/monitors">Monitors</Link> / {name}
      </p>
      <ErrorNote error={error ?? list.error} what="The monitor could not be read." again={refetch} />
      {!monitor && !error && <Skeleton label="Loading the monitor" />}
      {monitor && list.isSuccess && <Head monitor={monitor} verdict={verdictOf(results, list.hasNextPage)} />}
      {results.length > 0 && <ResultsOverTime results={results} />}
      {monitor && (
        <Allowed least="operator">
          <section className="stack" aria-label="Try it">
            <TestMonitor name={name} />
            <Backfill name={name} />
          </section>
        </Allowed>
      )}
      {results.length > 0 && (
        <ResultTable results={results} more={list.hasNextPage ? () => list.fetchNextPage() : undefined} />
      )}
    </div>
  );
}

function Head({ monitor, verdict }: { readonly monitor: MonitorView; readonly verdict: string }) {
  const { version, updatedAt: _updatedAt, ...body } = monitor;
  const { name, enabled } = body;
  const [, go] = useLocation();
  const save = useSaveMonitor();
  const remove = useDeleteMonitor(name);
  const turn = () => save.mutate({ name, body: { ...body, enabled: !enabled }, version });
  return (
    <>
      <div className="page-head">
        <h1 aria-live="polite">{verdict}</h1>
        <Allowed least="admin">
          <div className="line">
            <button type="button" disabled={save.isPending} onClick={turn}>
              {enabled ? 'Switch it off' : 'Switch it on'}
            </button>
            <Link href={`/monitors/${name}/edit`} className="button">
              Change it
            </Link>
            <Confirm
              label="Delete"
              title={`Delete the monitor ${name}?`}
              action={`Delete ${name}`}
              onConfirm={() => remove.mutateAsync().then(() => go('/monitors'))}
            >
              It looks at nothing any more, and its alarm goes. What it has found stays.
            </Confirm>
          </div>
        </Allowed>
      </div>
      <ErrorNote error={save.error} what="It was not switched." />
      <p className="muted">{about(monitor)}</p>
    </>
  );
}

function about({ enabled, level, evaluators, sampling, settleSeconds, alarm, description }: MonitorView): string {
  const what =
    level === 'thread'
      ? `Looks at conversations when they were quiet for ${plural(settleSeconds, 'second')}`
      : 'Looks at every turn';
  return [
    description && `${description}.`,
    enabled ? '' : 'Switched off.',
    `${what}${sampling < 1 ? `, at ${percent(sampling)} of them` : ''}, by ${evaluatorNames(evaluators)}.`,
    alarm && `Alarm when less than ${percent(alarm.passedBelow)} of ${plural(alarm.minutes, 'minute')} pass.`,
  ]
    .filter(Boolean)
    .join(' ');
}
