import type { Bars } from '../../contracts/api/run-charts.ts';
import { count } from '../../core/format.ts';
import { Chart, HEIGHT, WIDTH } from './chart.tsx';

interface Props {
  /** What it shows, as a sentence. */
  readonly title: string;
  readonly bars: Bars;
  readonly format: (value: number) => string;
  /** Values that stand out: a line with its name above. */
  readonly marks?: readonly { readonly name: string; readonly value: number }[];
  /** The colour of a step that begins here. */
  readonly colourOf?: (from: number) => string;
}

/** How values of rows are spread. */
export function Histogram({ title, bars, format, marks = [], colourOf = () => 'var(--accent)' }: Props) {
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
  const filled = steps.filter(({ value }) => value > 0);
  return (
    <Chart
      title={title}
      label={`${title}, from ${format(low)} to ${format(high)}`}
      up={[count(most), '0']}
      across={[format(low), ...(width > 0 ? [format((low + high) / 2)] : []), format(high)]}
      heads={['from', 'to', 'rows']}
      lines={filled.map(({ value, from, to }) => [format(from), format(to), count(value)])}
    >
      {filled.map(({ value, x, from, to }) => {
        const height = Math.max(2, (value / most) * (HEIGHT - (marks.length > 0 ? 12 : 2)));
        return (
          <rect key={from} x={x + 0.5} y={HEIGHT - height} width={step - 1} height={height} fill={colourOf(from)}>
            <title>{`${format(from)} – ${format(to)}: ${count(value)}`}</title>
          </rect>
        );
      })}
      {marks
        .filter(({ value }) => width > 0 && value >= low && value <= high)
        .map(({ name, value }) => {
          const x = ((value - low) / (high - low)) * WIDTH;
          return (
            <g key={name} className="chart-mark">
              <line x1={x} x2={x} y1="0" y2={HEIGHT} />
              <text x={x > WIDTH / 2 ? x - 4 : x + 4} y="10" textAnchor={x > WIDTH / 2 ? 'end' : 'start'}>
                {name}
              </text>
            </g>
          );
        })}
    </Chart>
  );
}
