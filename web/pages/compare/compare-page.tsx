import { useMemo } from 'react';
import { count } from '../../../core/format.ts';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { MOST_ROWS, useAllRows } from './all-rows.ts';
import { ChooseRuns } from './choose-runs.tsx';
import { Experiments } from './experiments.tsx';
import { countChanges, pairRows } from './pair-rows.ts';
import { PairTable } from './pair-table.tsx';
import { comparisonSentence, differenceSentence } from './sentence.ts';

/** Two runs row by row: the worst first. */
export function ComparePage() {
  useTitle('Compare');
  const [parameters] = useUrlState();
  const before = useAllRows(parameters.get('before') ?? '');
  const after = useAllRows(parameters.get('after') ?? '');
  const pairs = useMemo(
    () => (before.data && after.data ? pairRows(before.data.rows, after.data.rows) : undefined),
    [before.data, after.data],
  );
  const counts = pairs && countChanges(pairs);
  const isWhole = before.data?.isWhole !== false && after.data?.isWhole !== false;
  return (
    <div className="stack">
      {counts ? <h1>{comparisonSentence(counts)}</h1> : <h1>Compare two runs</h1>}
      {counts && <p className="muted">{differenceSentence(counts)}</p>}
      <ChooseRuns />
      <ErrorNote error={before.error ?? after.error} what="The rows could not be read." />
      {!isWhole && <Note>Only the first {count(MOST_ROWS)} rows of each run are compared here.</Note>}
      {pairs && counts && <PairTable pairs={pairs} counts={counts} />}
      {!pairs && <Experiments />}
    </div>
  );
}
