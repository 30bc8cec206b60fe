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
        Of {plural(rows, 'row')} called {count(trials)} times each, {count(alwaysRight)} always right, {count(flaky)}{' '}
        flaky, {count(alwaysWrong)} always wrong
      </h2>
      <StackedBar
        parts={[
          { state: 'right', value: alwaysRight, word: 'always right' },
          { state: 'wrong', value: flaky, word: 'flaky' },
          { state: 'failed', value: alwaysWrong, word: 'always wrong' },
        ]}
      />
      <p className="muted">
        A single call is right in {percent(passAtK[0])} of cases. At least one of {count(last + 1)} is:{' '}
        {percent(passAtK[last])} <span className="tiny">pass@{last + 1}</span>; all {count(last + 1)} are:{' '}
        {percent(passHatK[last])} <span className="tiny">pass^{last + 1}</span>. From trial to trial the share of right
        answers varies by {(spread * 100).toFixed(1)} points.
      </p>
    </div>
  );
}
