import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { MonitorResult } from '../../../contracts/monitor.ts';
import { percent, plural } from '../../../core/format.ts';
import {
  type MonitorView,
  useDeleteMonitor,
  useMonitor,
  useMonitorResults,
  useSaveMonitor,
} from '../../api/monitors.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { ConfirmDialog } from '../../parts/confirm.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { evaluatorNames } from './evaluator-names.ts';
import './monitor-page.css';
import { ResultTable } from './result-table.tsx';
import { ResultsOverTime } from './results-over-time.tsx';
import { TrialMenus, TrialResults, useTrials } from './test-monitor.tsx';
import { verdictOf } from './verdict-of.ts';

/** What a monitor has found: is it good, what is wrong, what next. */
export function MonitorPage() {
  const { name = '' } = useParams<{ name: string }>();
  useTitle(name);
  const { data: monitor, error, refetch } = useMonitor(name);
  const list = useMonitorResults(name);
  const results = list.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/monitors">Monitors</Link> / {name}
      </p>
      <ErrorNote error={error ?? list.error} what="The monitor could not be read." again={refetch} />
      {!monitor && !error && <Skeleton label="Loading the monitor" />}
      {monitor && list.isSuccess && (
        <Found monitor={monitor} results={results} more={list.hasNextPage ? () => list.fetchNextPage() : undefined} />
      )}
    </div>
  );
}

interface Props {
  readonly monitor: MonitorView;
  /** By when agents spoke, newest first. */
  readonly results: readonly MonitorResult[];
  readonly more?: () => void;
}

function Found({ monitor, results, more }: Props) {
  const trials = useTrials(monitor);
  return (
    <>
      <div className="page-head">
        <h1 aria-live="polite">{verdictOf(results, more !== undefined)}</h1>
        <div className="line">
          <Allowed least="operator">
            <TrialMenus trials={trials} level={monitor.level} />
          </Allowed>
          <Allowed least="admin">
            <Controls monitor={monitor} />
          </Allowed>
        </div>
      </div>
      <p className="muted">{about(monitor)}</p>
      <TrialResults trials={trials} monitor={monitor} />
      {results.length > 0 && <ResultsOverTime results={results} />}
      {results.length > 0 && <ResultTable results={results} monitor={monitor} more={more} />}
    </>
  );
}

function Controls({ monitor }: { readonly monitor: MonitorView }) {
  const { version, updatedAt: _updatedAt, ...body } = monitor;
  const { name, enabled } = body;
  const [, go] = useLocation();
  const [isAsked, ask] = useState(false);
  const save = useSaveMonitor();
  const remove = useDeleteMonitor(name);
  const turn = () => save.mutate({ name, body: { ...body, enabled: !enabled }, version });
  return (
    <>
      <button type="button" disabled={save.isPending} onClick={turn}>
        Turn {enabled ? 'off' : 'on'}
      </button>
      <Link href={`/monitors/${name}/edit`} className="button">
        Edit
      </Link>
      <Menu trigger={<button type="button" className="icon" aria-label="More" />} label={<Ellipsis />}>
        <MenuItem className="danger" onChoose={() => ask(true)}>
          Delete {name}
        </MenuItem>
      </Menu>
      <ErrorNote error={save.error} what={`The monitor could not be turned ${enabled ? 'off' : 'on'}.`} />
      {isAsked && (
        <ConfirmDialog
          title={`Delete the monitor ${name}?`}
          action={`Delete ${name}`}
          onConfirm={() => remove.mutateAsync().then(() => go('/monitors'))}
          onClose={() => ask(false)}
        >
          It stops evaluating, and its alarm is deleted. Results so far are kept.
        </ConfirmDialog>
      )}
    </>
  );
}

function about({ enabled, level, evaluators, sampling, settleSeconds, alarm, description }: MonitorView): string {
  const share = sampling < 1 ? `${percent(sampling)} of ` : '';
  const quiet = settleSeconds > 0 ? `after ${plural(settleSeconds, 'quiet second')}` : 'as soon as it goes quiet';
  return [
    description && `${description}.`,
    !enabled && 'Turned off.',
    level === 'thread'
      ? `Evaluates ${share ? `${share}conversations` : 'each conversation'} ${quiet}.`
      : `Evaluates ${share ? `${share}turns` : 'every turn'}.`,
    `Evaluators: ${evaluatorNames(evaluators)}.`,
    alarm && `Alarm if fewer than ${percent(alarm.passedBelow)} pass within ${plural(alarm.minutes, 'minute')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
