import type { MonitorResult } from '../../../contracts/monitor.ts';
import { count, moment, percent } from '../../../core/format.ts';
import { ChartTable } from '../../parts/chart-table.tsx';
import { overTime, type Stretch } from './over-time.ts';

const WIDTH = 720;
const HEIGHT = 96;

const PARTS = [
  ['erred', 'var(--error)'],
  ['wrong', 'var(--failed)'],
  ['passed', 'var(--passed)'],
] as const;
const HEADS = ['From', 'Passed', 'Failed', 'Not graded', 'Pass rate'];
const TITLE = 'Results over time';

const timeOf = (ms: number): string => moment(new Date(ms).toISOString());
const shareOf = ({ passed, wrong }: Stretch): string =>
  passed + wrong === 0 ? '–' : percent(passed / (passed + wrong));

const lineOf = (stretch: Stretch): string[] => [
  timeOf(stretch.from),
  count(stretch.passed),
  count(stretch.wrong),
  count(stretch.erred),
  shareOf(stretch),
];

/** How many passed and did not, over the time; a table stands behind it. */
export function ResultsOverTime({ results }: { readonly results: readonly MonitorResult[] }) {
  const stretches = overTime(results);
  const [first] = stretches;
  const last = stretches.at(-1);
  if (!first || !last) return null;
  const most = Math.max(...stretches.map(({ passed, wrong, erred }) => passed + wrong + erred));
  const step = WIDTH / stretches.length;
  return (
    <figure className="chart over-time">
      <figcaption>{TITLE}</figcaption>
      <div className="plot">
        <span className="y-axis" aria-hidden="true">
          <span>{count(most)}</span>
          <span>0</span>
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${TITLE}, from ${timeOf(first.from)} to ${timeOf(last.to)}`}
        >
          {stretches.map((stretch, at) => (
            <Bar key={stretch.from} stretch={stretch} x={at * step} width={Math.min(step, 60) - 1} most={most} />
          ))}
        </svg>
      </div>
      <div className="axis" aria-hidden="true">
        <span>{timeOf(first.from)}</span>
        <span>{timeOf(last.to)}</span>
      </div>
      <ChartTable heads={HEADS} lines={stretches.map(lineOf)} isNumber={(column) => column > 0} />
    </figure>
  );
}

interface BarProps {
  readonly stretch: Stretch;
  readonly x: number;
  readonly width: number;
  readonly most: number;
}

function Bar({ stretch, x, width, most }: BarProps) {
  let y = HEIGHT;
  const told = `${timeOf(stretch.from)}: ${count(stretch.passed)} passed, ${count(stretch.wrong)} failed, ${shareOf(stretch)}`;
  return (
    <g>
      <title>{told}</title>
      {PARTS.map(([part, colour]) => {
        const height = (stretch[part] / most) * HEIGHT;
        y -= height;
        return <rect key={part} x={x} y={y} width={width} height={height} fill={colour} />;
      })}
    </g>
  );
}
