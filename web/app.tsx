import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Frame } from './frame/frame.tsx';
import { ComparePage } from './pages/compare/compare-page.tsx';
import { DatasetPage } from './pages/dataset/dataset-page.tsx';
import { DatasetsPage } from './pages/datasets/datasets-page.tsx';
import { ExperimentPage } from './pages/experiment/experiment-page.tsx';
import { JobPage } from './pages/job/job-page.tsx';
import { JobsPage } from './pages/jobs/jobs-page.tsx';
import { KeysPage } from './pages/keys/keys-page.tsx';
import './pages/monitor/monitor-page.css';
import './pages/monitor-form/monitor-form.css';
import { NewBatchPage } from './pages/new-batch/new-batch-page.tsx';
import { NewDatasetPage } from './pages/new-dataset/new-dataset-page.tsx';
import { NewRunPage } from './pages/new-run/new-run-page.tsx';
import { RunPage } from './pages/run/run-page.tsx';
import { RunsPage } from './pages/runs/runs-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { TargetPage } from './pages/target/target-page.tsx';
import { TargetsPage } from './pages/targets/targets-page.tsx';
import './pages/threads/threads.css';
import { Empty } from './parts/empty.tsx';
import { useKey } from './session.ts';

/** A page that is fetched when it is opened; its styles are here, because a style sheet is not fetched with its script. */
const live = (name: keyof typeof import('./pages/live.ts')) =>
  lazy(async () => ({ default: (await import('./pages/live.ts'))[name] }));

const PAGES: readonly (readonly [string, ComponentType])[] = [
  ['/', RunsPage],
  ['/runs', RunsPage],
  ['/runs/:id', RunPage],
  ['/new-run', NewRunPage],
  ['/datasets', DatasetsPage],
  ['/datasets/new', NewDatasetPage],
  ['/datasets/:id', DatasetPage],
  ['/targets', TargetsPage],
  ['/targets/:integration/:action', TargetPage],
  ['/new-target', TargetPage],
  ['/new-batch', NewBatchPage],
  ['/jobs', JobsPage],
  ['/jobs/:id', JobPage],
  ['/compare', ComparePage],
  ['/experiments/:id', ExperimentPage],
  ['/threads', live('ThreadsPage')],
  ['/monitors', live('MonitorsPage')],
  ['/monitors/:name', live('MonitorPage')],
  ['/monitors/:name/edit', live('MonitorFormPage')],
  ['/new-monitor', live('MonitorFormPage')],
  ['/keys', KeysPage],
];

export function App() {
  if (!useKey()) return <SignInPage />;
  return (
    <Frame>
      <Suspense>
        <Switch>
          {PAGES.map(([path, component]) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route>
            <Empty title="There is no such page">The address may be mistyped. Choose a page on the left.</Empty>
          </Route>
        </Switch>
      </Suspense>
    </Frame>
  );
}
