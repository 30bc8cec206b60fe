import type { Bars } from '../../contracts/api/run-charts.ts';
import { count } from '../../core/format.ts';
import './chart.css';

interface Props {
  /** What it shows, as a sentence. */
  readonly title: string;
  readonly bars: Bars;
  readonly format: (value: number) => string;
  /** What is counted. */
  readonly what?: string;
  /** The colour of a step that begins here. */
  readonly colourOf?: (from: number) => string;
}

const WIDTH = 320;
const HEIGHT = 72;

/** How values are spread; the numbers stand in a table behind it. */
export function Histogram({ title, bars, format, what = 'rows', colourOf = () => 'var(--accent)' }: Props) {
  const { low, width, counts } = bars;
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  const high = low + width * counts.length;
  const steps = counts.map((value, index) => ({
    value,
    x: index * step,
    from: low + index * width,
    to: low + (index + 1) * width,
  }));
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div className="plot">
        <span className="y-axis" aria-hidden="true">
          <span>{count(most)}</span>
          <span>0</span>
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${title}, from ${format(low)} to ${format(high)}`}
        >
          {steps.map(({ value, x, from, to }) => {
            const height = value === 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 2));
            return (
              <rect key={from} x={x + 0.5} y={HEIGHT - height} width={step - 1} height={height} fill={colourOf(from)}>
                <title>{`${format(from)} – ${format(to)}: ${count(value)}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <div className="axis" aria-hidden="true">
        <span>{format(low)}</span>
        {width > 0 && <span>{format((low + high) / 2)}</span>}
        <span>{format(high)}</span>
      </div>
      <details>
        <summary className="muted tiny">As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">from</th>
              <th scope="col">to</th>
              <th scope="col" className="number">
                {what}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps
              .filter(({ value }) => value > 0)
              .map(({ value, from, to }) => (
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
