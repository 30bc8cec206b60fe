import { count } from '../../core/format.ts';
import './histogram.css';

interface Props {
  /** What it shows, as a sentence. */
  readonly title: string;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
  readonly colour?: string;
}

const BARS = 24;
const WIDTH = 320;
const HEIGHT = 72;

/** How values are spread; the numbers stand in a table behind it. */
export function Histogram({ title, values, format, colour = 'var(--accent)' }: Props) {
  if (values.length < 2) return null;
  const { low, width, bars } = spread(values);
  const most = Math.max(...bars);
  const step = WIDTH / bars.length;
  const steps = bars.map((value, index) => ({
    value,
    x: index * step,
    from: low + index * width,
    to: low + (index + 1) * width,
  }));
  return (
    <figure className="histogram">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}, from ${format(low)} to ${format(low + width * bars.length)}`}
      >
        {steps.map(({ value, x, from, to }) => {
          const height = value === 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 2));
          return (
            <rect key={from} x={x + 0.5} y={HEIGHT - height} width={step - 1} height={height} fill={colour}>
              <title>{`${format(from)} – ${format(to)}: ${count(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="axis" aria-hidden="true">
        <span>{format(low)}</span>
        <span>{format(low + width * bars.length)}</span>
      </div>
      <details>
        <summary className="muted tiny">As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">from</th>
              <th scope="col">to</th>
              <th scope="col" className="number">
                rows
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ value, from, to }) => (
              <tr key={from}>
                <td>{format(from)}</td>
                <td>{format(to)}</td>
                <td className="number">{count(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Equal steps from the least to the most; all values the same make one bar. */
export function spread(values: readonly number[]): { low: number; width: number; bars: number[] } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === high) return { low, width: 0, bars: [values.length] };
  const width = (high - low) / BARS;
  const bars = new Array<number>(BARS).fill(0);
  for (const value of values) {
    const index = Math.min(BARS - 1, Math.floor((value - low) / width));
    bars[index] = (bars[index] ?? 0) + 1;
  }
  return { low, width, bars };
}
