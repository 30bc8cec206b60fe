import './chart.css';

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly title: string;
  /** In the order of x. */
  readonly points: readonly Point[];
  readonly names: readonly [string, string];
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
}

const WIDTH = 320;
const HEIGHT = 72;

/** A figure over time, from 0 up; the numbers stand in a table behind it. */
export function LineChart({ title, points, names, formatX, formatY }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(...points.map(({ y }) => y)) || 1;
  const across = (x: number) => ((x - first.x) / (last.x - first.x || 1)) * WIDTH;
  const up = (y: number) => HEIGHT - (y / most) * (HEIGHT - 2);
  const line = points.map(({ x, y }) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`).join(' ');
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div className="plot">
        <span className="y-axis" aria-hidden="true">
          <span>{formatY(most)}</span>
          <span>{formatY(0)}</span>
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${title}: ${formatY(last.y)} after ${formatX(last.x)}`}
        >
          <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} fill="var(--selected)" />
          <polyline points={line} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
        </svg>
      </div>
      <div className="axis" aria-hidden="true">
        <span>{formatX(first.x)}</span>
        <span>{formatX(last.x)}</span>
      </div>
      <details>
        <summary className="muted tiny">As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{names[0]}</th>
              <th scope="col" className="number">
                {names[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ x, y }) => (
              <tr key={`${x} ${y}`}>
                <td>{formatX(x)}</td>
                <td className="number">{formatY(y)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
