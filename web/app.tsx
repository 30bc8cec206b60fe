import { type ComponentType, lazy, Suspense } from 'react';
import { Link, Route, Switch } from 'wouter';
import { Frame } from './frame/frame.tsx';
import { HomePage } from './pages/home/home-page.tsx';
import { RunsPage } from './pages/runs/runs-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { Empty } from './parts/empty.tsx';
import { Skeleton } from './parts/skeleton.tsx';
import { useKey } from './session.ts';

type Others = typeof import('./pages/others.ts');
type Results = typeof import('./pages/results.ts');

/** Pages are fetched when the first of their group is opened. */
const result = (name: keyof Results) => lazy(async () => ({ default: (await import('./pages/results.ts'))[name] }));
const other = (name: keyof Others) => lazy(async () => ({ default: (await import('./pages/others.ts'))[name] }));

const PAGES: readonly (readonly [string, ComponentType])[] = [
  ['/', HomePage],
  ['/runs', RunsPage],
  ['/runs/:id', result('RunPage')],
  ['/new-run', other('NewRunPage')],
  ['/datasets', other('DatasetsPage')],
  ['/datasets/new', other('NewDatasetPage')],
  ['/datasets/:id', other('DatasetPage')],
  ['/targets', other('TargetsPage')],
  ['/targets/:integration/:action', other('TargetPage')],
  ['/new-target', other('TargetPage')],
  ['/new-batch', other('NewBatchPage')],
  ['/jobs', other('JobsPage')],
  ['/jobs/:id', result('JobPage')],
  ['/compare', result('ComparePage')],
  ['/experiments/:id', result('ExperimentPage')],
  ['/threads', other('ThreadsPage')],
  ['/monitors', other('MonitorsPage')],
  ['/monitors/:name', other('MonitorPage')],
  ['/monitors/:name/edit', other('MonitorFormPage')],
  ['/new-monitor', other('MonitorFormPage')],
  ['/keys', other('KeysPage')],
];

export function App() {
  if (!useKey()) return <SignInPage />;
  return (
    <Frame>
      <Suspense fallback={<Skeleton label="Loading the page" />}>
        <Switch>
          {PAGES.map(([path, component]) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route>
            <Empty
              title="Page not found"
              action={
                <Link href="/" className="button">
                  Go to Home
                </Link>
              }
            >
              Nothing is at this address.
            </Empty>
          </Route>
        </Switch>
      </Suspense>
    </Frame>
  );
}
