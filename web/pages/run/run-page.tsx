import { Link, useParams } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { isActive, useCharts, useRun } from '../../api/runs.ts';
import { useOnceOver } from '../../api/use-once-over.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Charts } from './charts.tsx';
import { Failures } from './failures.tsx';
import { Models } from './models.tsx';
import { Results } from './results.tsx';
import { RunHead } from './run-head.tsx';
import { RunTiles } from './run-tiles.tsx';
import './run-page.css';
import { ScoreFigures } from './score-figures.tsx';

const ROWS = ['rows', 'row'];

/** Is it good? What is wrong? What do I do next? From top to bottom. */
export function RunPage() {
  const { id = '' } = useParams<{ id: string }>();
  const { data: run, error, refetch } = useRun(id);
  useTitle(run?.name ?? id);
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
          <RunHead run={run} />
          <RunTiles run={run} />
          <Rows run={run} />
        </>
      )}
    </div>
  );
}

/** Of a run that is over, reasons, charts and rows are shown together, so that none pushes another down when it comes. */
function Rows({ run }: { readonly run: RunDetail }) {
  const { isPending } = useCharts(run.evaluationId, isActive(run));
  const isWaiting = isPending && !isActive(run);
  return (
    <>
      {isWaiting && <Skeleton label="Loading the rows" />}
      <div className="stack" hidden={isWaiting}>
        <div className="overview">
          <div className="reasons">
            <Failures run={run} />
          </div>
          <div className="charts">
            <Charts run={run} />
            <Models run={run} />
            <ScoreFigures run={run} />
          </div>
        </div>
        <Results run={run} />
      </div>
    </>
  );
}
