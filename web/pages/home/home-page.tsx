import { Link } from 'wouter';
import type { Run } from '../../../contracts/api/runs.ts';
import { count } from '../../../core/format.ts';
import { useDatasetNames } from '../../api/datasets.ts';
import { isActive, useRuns } from '../../api/runs.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { runPath, titleOf } from '../../parts/run-name.tsx';
import { changesOf, seriesOf } from '../../parts/run-series.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { barOfRun } from '../../parts/tally.ts';
import { useTitle } from '../../parts/use-title.ts';
import { FirstSteps } from './first-steps.tsx';
import './home-page.css';
import { DroppedMonitors } from './dropped-monitors.tsx';
import { Panel } from './panel.tsx';
import { Regressions } from './regressions.tsx';
import { Spend } from './spend.tsx';
import { Targets } from './targets.tsx';

const MOST_RUNNING = 5;

const today = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });

/** What happened lately: what got worse first, then what goes on, then how each target is doing. */
export function HomePage() {
  useTitle('Home');
  const list = useRuns({ kind: 'run' });
  const jobs = useRuns({ kind: 'job' }).data?.pages[0]?.runs ?? [];
  const { nameOf } = useDatasetNames();
  const [page] = list.data?.pages ?? [];
  const runs = page?.runs ?? [];
  const changes = changesOf(runs);
  const series = seriesOf(runs);
  const running = runs.filter(isActive);
  const waiting = jobs.filter(isActive);
  const isEmpty = page !== undefined && runs.length === 0 && jobs.length === 0;
  return (
    <div className="stack">
      <div className="page-head">
        <h1>
          Today <span className="muted home-date">{today.format()}</span>
        </h1>
        {!isEmpty && (
          <ActionLink href="/new-run" least="operator">
            New run
          </ActionLink>
        )}
      </div>
      <ErrorNote error={list.error} what="The runs could not be read." again={list.refetch} />
      {list.isPending && <Skeleton label="Loading what happened" />}
      {isEmpty && <FirstSteps />}
      {page && !isEmpty && (
        <>
          <Regressions series={series} changes={changes} datasetName={nameOf} />
          <div className="home">
            <div className="stack">
              {running.length > 0 && <InProgress title="Running" runs={running} href="/runs?status=running" />}
              <Targets series={series} changes={changes} datasetName={nameOf} />
            </div>
            <div className="stack">
              <Spend />
              <DroppedMonitors />
              {waiting.length > 0 && <InProgress title="Batch jobs" runs={waiting} href="/jobs" />}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

interface ProgressProps {
  readonly title: string;
  readonly runs: readonly Run[];
  readonly href: string;
}

function InProgress({ title, runs, href }: ProgressProps) {
  return (
    <Panel title={title} count={runs.length} href={href}>
      <ul className="home-rows">
        {runs.slice(0, MOST_RUNNING).map((run) => (
          <li key={run.evaluationId} className="running">
            <Link href={runPath(run)} className="home-name">
              {titleOf(run)}
            </Link>
            <StackedBar small parts={barOfRun(run)} />
            <span className="number muted">
              {count(run.succeeded + run.failed + run.skipped)} of {count(run.total)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
