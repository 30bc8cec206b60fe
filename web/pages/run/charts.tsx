import type { ReactNode } from 'react';
import type { Bars } from '../../../contracts/api/run-charts.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { inScale, type Scales, scalesOf } from '../../../core/scoring/own-scale.ts';
import { isActive, useCharts } from '../../api/runs.ts';
import { Histogram } from '../../parts/histogram.tsx';
import { LineChart } from '../../parts/line-chart.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';

const FEWEST = 5;
const share = (value: number): string => String(Math.round(value * 100) / 100);
/** A width has no offset. */
const widthOf = ([low, high]: Scales[string] = [0, 1]): Scales[string] => [0, high - low];
const isEnough = ({ counts }: Bars): boolean => counts.reduce((sum, one) => sum + one, 0) >= FEWEST;

/** Pictures that say more than their figures; folded, so that the rows stay near. */
export function Charts({ run }: { readonly run: RunDetail }) {
  const { data } = useCharts(run.evaluationId, isActive(run));
  const [parameters, set] = useUrlState();
  if (!data) return null;
  const { latencyMs, costUsd, costOverTime, scores } = data;
  const scales = scalesOf(run.config);
  const began = Date.parse(run.startedAt);
  const points = costOverTime.map((point) => ({ x: Date.parse(point.at) - began, y: point.costUsd }));
  const charts: readonly (readonly [string, ReactNode])[] = [
    ...(isEnough(latencyMs)
      ? [
          [
            'time',
            <Histogram key="time" title="Rows by time of their answer" bars={latencyMs} format={milliseconds} />,
          ] as const,
        ]
      : []),
    ...Object.entries(scores)
      .filter(([, bars]) => isEnough(bars))
      .map(
        ([name, bars]) =>
          [
            name,
            <Histogram
              key={`score ${name}`}
              title={`Rows by their score of ${name}`}
              bars={{
                ...bars,
                low: inScale(bars.low, scales[name]),
                width: inScale(bars.width, widthOf(scales[name])),
              }}
              format={share}
            />,
          ] as const,
      ),
    ...(points.length >= FEWEST
      ? [
          [
            'cost over time',
            <LineChart
              key="cost over time"
              title="What the rows cost together, by time since the start"
              points={points}
              names={['since the start', 'cost']}
              formatX={milliseconds}
              formatY={usd}
            />,
          ] as const,
        ]
      : []),
    ...(isEnough(costUsd) && costUsd.width > 0
      ? [
          [
            'cost of a row',
            <Histogram key="cost" title="Rows by what they cost" bars={costUsd} format={usd} />,
          ] as const,
        ]
      : []),
  ];
  if (charts.length === 0) return null;
  return (
    <details
      open={parameters.get('charts') === 'open'}
      onToggle={(event) => set({ charts: event.currentTarget.open ? 'open' : undefined })}
    >
      <summary>{`Charts: ${charts.map(([name]) => name).join(', ')}`}</summary>
      <div className="charts">{charts.map(([, chart]) => chart)}</div>
    </details>
  );
}
