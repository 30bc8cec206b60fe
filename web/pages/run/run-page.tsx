import { Link, useParams } from 'wouter';
import { useLastRows, useRun } from '../../api/runs.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Charts } from './charts.tsx';
import { Results } from './results.tsx';
import { RunControls } from './run-controls.tsx';
import { RunFacts } from './run-facts.tsx';
import './run-page.css';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { ScoreFigures } from './score-figures.tsx';
import { barOf, tallyOf, verdictOf } from './verdict.ts';
import { Why } from './why.tsx';

/** Is it good? What is wrong? What do I do next? From top to bottom. */
export function RunPage() {
  const { id = '' } = useParams<{ id: string }>();
  useTitle(id);
  const { data: run, error, refetch } = useRun(id);
  useLastRows(run);
  return (
    <div className="stack run-page">
      <p className="crumbs">
        <Link href="/runs">Runs</Link> / {id}
      </p>
      <ErrorNote error={error} what="The run could not be read." again={refetch} />
      {run && (
        <>
          <div className="stack tight">
            <h1 aria-live="polite">{verdictOf(run)}</h1>
            <StackedBar parts={barOf(tallyOf(run))} />
            <RunFacts run={run} />
            {run.reason && <p>{run.reason}</p>}
          </div>
          <RunControls run={run} />
          <Why run={run} />
          <ScoreFigures run={run} />
          <Charts run={run} />
          <Results run={run} />
        </>
      )}
    </div>
  );
}
