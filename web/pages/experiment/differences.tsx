import type { ExperimentComparison } from '../../../contracts/api/experiments.ts';
import { count } from '../../../core/format.ts';
import { ScrollX } from '../../parts/scroll-x.tsx';
import './differences.css';

type Effect = NonNullable<ExperimentComparison['differences'][number]['passRate']>;

const WIDTH = 240;
const HEIGHT = 24;

/** By how much each variant differs from the baseline, with the interval it lies in nineteen times out of twenty. */
export function Differences({ data }: { readonly data: ExperimentComparison }) {
  const lines = data.differences.flatMap(({ variant, passRate, scores }) => [
    ...(passRate ? [{ variant, what: 'right answers', effect: passRate }] : []),
    ...Object.entries(scores).map(([what, effect]) => ({ variant, what, effect })),
  ]);
  if (lines.length === 0) return null;
  return (
    <ScrollX label={`Differences from ${data.baseline}`}>
      <h2>Differences from {data.baseline}, with their 95 % intervals</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">In</th>
            <th scope="col">worse · better</th>
            <th scope="col" className="number">
              Difference
            </th>
            <th scope="col" className="number">
              Wins, ties, losses
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variant, what, effect }) => (
            <tr key={`${variant} ${what}`}>
              <td>{variant}</td>
              <td>{what}</td>
              <td>
                <Interval effect={effect} />
              </td>
              <td className="number">{points(effect.difference)}</td>
              <td className="number">{[effect.wins, effect.ties, effect.losses].map(count).join(', ')}</td>
              <td>{effect.verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}

/** A line from −1 to +1 with the difference as a dot on it. */
function Interval({ effect: { difference, interval } }: { readonly effect: Effect }) {
  const x = (value: number) => ((Math.max(-1, Math.min(1, value)) + 1) / 2) * WIDTH;
  const { low, high } = interval ?? { low: difference, high: difference };
  return (
    <svg
      className="difference"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${points(difference)}, between ${points(low)} and ${points(high)}`}
    >
      <line className="zero" x1={WIDTH / 2} x2={WIDTH / 2} y1="2" y2={HEIGHT - 2} />
      <line className="spread" x1={x(low)} x2={x(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <circle cx={x(difference)} cy={HEIGHT / 2} r="4" />
    </svg>
  );
}

const points = (value: number): string => `${value > 0 ? '+' : ''}${(value * 100).toFixed(1)} points`.replace('-', '−');
