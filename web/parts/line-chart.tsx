import { Chart, HEIGHT, WIDTH } from './chart.tsx';

interface Props {
  readonly title: string;
  /** In the order of x. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly names: readonly [string, string];
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
}

/** A figure over time, from 0 up. */
export function LineChart({ title, points, names, formatX, formatY }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(...points.map(({ y }) => y)) || 1;
  const across = (x: number) => ((x - first.x) / (last.x - first.x || 1)) * WIDTH;
  const up = (y: number) => HEIGHT - (y / most) * (HEIGHT - 2);
  const line = points.map(({ x, y }) => `${across(x).toFixed(1)},${up(y).toFixed(1)}`).join(' ');
  return (
    <Chart
      title={title}
      label={`${title}: ${formatY(last.y)} after ${formatX(last.x)}`}
      up={[formatY(most), formatY(0)]}
      across={[formatX(first.x), formatX(last.x)]}
      heads={names}
      lines={points.map(({ x, y }) => [formatX(x), formatY(y)])}
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} fill="var(--selected)" />
      <polyline points={line} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
    </Chart>
  );
}
