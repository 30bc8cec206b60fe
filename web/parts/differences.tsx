import type { Comparison, Effect } from '../../contracts/comparison.ts';
import { count, percent } from '../../core/format.ts';
import type { Scales } from '../../core/scoring/own-scale.ts';
import { between } from './between.ts';
import './differences.css';
import { Scrolled } from './scrolled.tsx';
import { StackedBar } from './stacked-bar.tsx';

const VERDICTS = { better: 'better', worse: 'worse', 'cannot tell': 'not significant' };
const WIDTH = 200;
const HEIGHT = 24;

interface Props {
  readonly data: Pick<Comparison, 'baseline' | 'differences'>;
  readonly scales?: Scales;
}

/** By how much others differ from the baseline, with the interval it lies in nineteen times out of twenty, and who wins how often. */
export function Differences({ data, scales = {} }: Props) {
  const lines = data.differences.flatMap(({ variant, passRate, scores }) => [
    ...(passRate ? [{ variant, what: 'pass rate', effect: passRate, shown: points }] : []),
    ...Object.entries(scores).map(([what, effect]) => ({ variant, what, effect, shown: scoreIn(scales[what]) })),
  ]);
  if (lines.length === 0) return null;
  const most = Math.max(0.05, ...lines.flatMap(({ effect }) => boundsOf(effect).map(Math.abs)));
  return (
    <Scrolled way="across" label={`Differences from ${data.baseline}`}>
      <h2>Paired differences from {data.baseline}, with 95% intervals</h2>
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">{data.differences.length > 1 ? 'Variant' : 'Compared'}</th>
            <th scope="col">In</th>
            <th scope="col">
              <span className="difference-axis">
                <span>{points(-most)}</span>
                <span>0</span>
                <span>{points(most)}</span>
              </span>
            </th>
            <th scope="col" className="number">
              Difference
            </th>
            <th scope="col">Won / alike / lost</th>
            <th scope="col" className="number">
              Won of those that differ
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variant, what, effect, shown }) => (
            <tr key={`${variant} ${what}`}>
              <td>{variant}</td>
              <td>{what}</td>
              <td>
                <Interval effect={effect} most={most} shown={shown} />
              </td>
              <td className="number">{shown(effect.difference)}</td>
              <td>
                <WinBar effect={effect} />
              </td>
              <td className="number">{winShare(effect)}</td>
              <td>{VERDICTS[effect.verdict]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

const boundsOf = ({ difference, interval }: Effect): [number, number] =>
  interval ? [interval.low, interval.high] : [difference, difference];

interface IntervalProps {
  readonly effect: Effect;
  readonly most: number;
  readonly shown: (value: number) => string;
}

/** A line with the difference as a dot on it; no change is in its middle. */
function Interval({ effect, most, shown }: IntervalProps) {
  const x = (value: number) => ((value / most + 1) / 2) * (WIDTH - 10) + 5;
  const [low, high] = boundsOf(effect);
  return (
    <svg
      className="difference"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${shown(effect.difference)}, between ${shown(low)} and ${shown(high)}`}
    >
      <line className="zero" x1={WIDTH / 2} x2={WIDTH / 2} y1="2" y2={HEIGHT - 2} />
      <line className="spread" x1={x(low)} x2={x(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <circle cx={x(effect.difference)} cy={HEIGHT / 2} r="4" />
    </svg>
  );
}

function WinBar({ effect: { wins, ties, losses, unanswered } }: { readonly effect: Effect }) {
  return (
    <div className="wins">
      <StackedBar
        small
        parts={[
          { state: 'right', value: wins, word: 'won' },
          { state: 'skipped', value: ties, word: 'alike' },
          { state: 'wrong', value: losses, word: 'lost' },
          { state: 'remaining', value: unanswered, word: 'without an answer' },
        ]}
      />
      <span className="tiny">{[wins, ties, losses].map(count).join(' / ')}</span>
    </div>
  );
}

function winShare({ winShare: share, winShareInterval: interval }: Effect): string {
  if (share === undefined) return '–';
  return interval ? `${percent(share)} (${between(interval)})` : percent(share);
}

/** As its evaluator gives it: of a judge from 1 to 5 the difference is up to 4. */
const scoreIn =
  ([low, high]: Scales[string] = [0, 1]) =>
  (value: number): string =>
    `${value > 0 ? '+' : ''}${(value * (high - low)).toFixed(3)}`.replace('-', '−');

const points = (value: number): string => `${value > 0 ? '+' : ''}${(value * 100).toFixed(1)} points`.replace('-', '−');
