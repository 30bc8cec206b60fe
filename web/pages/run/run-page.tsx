import { Link, useParams } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { isActive, useCharts, useRun } from '../../api/runs.ts';
import { useOnceOver } from '../../api/use-once-over.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { barOf } from '../../parts/tally.ts';
import { useTitle } from '../../parts/use-title.ts';
import { Charts } from './charts.tsx';
import { Models } from './models.tsx';
import { Results } from './results.tsx';
import { RunControls } from './run-controls.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunTiles } from './run-tiles.tsx';
import './run-page.css';
import { ScoreFigures } from './score-figures.tsx';
import { useTally } from './use-tally.ts';
import { Verdict } from './verdict.tsx';
import { Why } from './why.tsx';

const ROWS = ['rows', 'row'];

/** Is it good? What is wrong? What do I do next? From top to bottom. */
export function RunPage() {
  const { id = '' } = useParams<{ id: string }>();
  useTitle(id);
  const { data: run, error, refetch } = useRun(id);
  useOnceOver(id, run !== undefined && isActive(run), ROWS);
  return (
    <div className="stack run-page">
      <p className="crumbs">
        <Link href="/runs">Runs</Link> / {id}
      </p>
      <ErrorNote error={error} what="The run could not be read." again={refetch} />
      {!run && !error && <Skeleton label="Loading the run" />}
      {run && (
        <>
          <div className="stack tight">
            <div className="page-head">
              <Verdict run={run} />
              <RunControls run={run} />
            </div>
            <Bar run={run} />
            <RunFacts run={run} />
            {run.reason && <p>{run.reason}</p>}
            {run.estimate && <p className="muted">An estimate: these first rows told what all of them will cost.</p>}
          </div>
          <RunTiles run={run} />
          <Rows run={run} />
        </>
      )}
    </div>
  );
}

const Bar = ({ run }: { readonly run: RunDetail }) => (
  <StackedBar parts={barOf(useTally(run))} plain={!isActive(run)} />
);

/** Of a run that is over, reasons, charts and rows are shown together, so that none pushes another down when it comes. */
function Rows({ run }: { readonly run: RunDetail }) {
  const { isPending } = useCharts(run.evaluationId, isActive(run));
  const isWaiting = isPending && !isActive(run);
  return (
    <>
      {isWaiting && <Skeleton label="Loading the rows" />}
      <div className="stack" hidden={isWaiting}>
        <Why run={run} />
        <Models run={run} />
        <ScoreFigures run={run} />
        <Charts run={run} />
        <Results run={run} />
      </div>
    </>
  );
}
