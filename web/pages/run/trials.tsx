import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, percent, plural } from '../../../core/format.ts';
import { StackedBar } from '../../parts/stacked-bar.tsx';

type Figures = NonNullable<NonNullable<RunDetail['summary']>['trials']>;

/** Where rows were called several times: which can be relied on. */
export function Trials({
  trials: { rows, trials, alwaysRight, flaky, alwaysWrong, passAtK, passHatK, spread },
}: {
  readonly trials: Figures;
}) {
  const last = passAtK.length - 1;
  return (
    <div className="stack tight">
      <h2>
        Of {plural(rows, 'row')} called {count(trials)} times each, {count(alwaysRight)} always passed, {count(flaky)}{' '}
        flaky, {count(alwaysWrong)} always failed
      </h2>
      <StackedBar
        parts={[
          { state: 'right', value: alwaysRight, word: 'always passed' },
          { state: 'failed', value: flaky, word: 'flaky' },
          { state: 'wrong', value: alwaysWrong, word: 'always failed' },
        ]}
      />
      <p className="muted">
        A single call passes in {percent(passAtK[0])} of cases. At least one of {count(last + 1)} passes:{' '}
        {percent(passAtK[last])} <span className="tiny">pass@{last + 1}</span>; all {count(last + 1)} pass:{' '}
        {percent(passHatK[last])} <span className="tiny">pass^{last + 1}</span>. From trial to trial the pass rate
        varies by {(spread * 100).toFixed(1)} points.
      </p>
    </div>
  );
}
