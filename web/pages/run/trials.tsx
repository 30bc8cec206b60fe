import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, percent, plural } from '../../../core/format.ts';
import { between } from '../../parts/between.ts';
import { StackedBar } from '../../parts/stacked-bar.tsx';

type Figures = NonNullable<NonNullable<RunDetail['summary']>['trials']>;

/** Where rows were called several times: which can be relied on. */
export function Trials({
  trials: { rows, trials, alwaysRight, flaky, alwaysWrong, spread, variance, ...figures },
}: {
  readonly trials: Figures;
}) {
  const { passAtK, passHatK, passAtKIntervals, passHatKIntervals } = figures;
  const last = passAtK.length - 1;
  const [ofOne, ofAll] = [passAtKIntervals?.[last], passHatKIntervals?.[last]].map(
    (one) => one && ` (95% CI ${between(one)})`,
  );
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
        {percent(passAtK[last])}
        {ofOne} <span className="tiny">pass@{last + 1}</span>; all {count(last + 1)} pass: {percent(passHatK[last])}
        {ofAll} <span className="tiny">pass^{last + 1}</span>. From trial to trial the pass rate varies by{' '}
        {(spread * 100).toFixed(1)} points.
        {variance &&
          ` For a narrower interval add ${variance.add}: twice the rows narrows it by ${percent(variance.narrowerByRows)}, twice the trials by ${percent(variance.narrowerByTrials)}.`}
      </p>
    </div>
  );
}
