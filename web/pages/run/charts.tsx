import type { Bars } from '../../../contracts/api/run-charts.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { isObject } from '../../../core/json.ts';
import { inScale, type Scales, scalesOf } from '../../../core/scoring/own-scale.ts';
import { isActive, useCharts } from '../../api/runs.ts';
import { Histogram } from '../../parts/histogram.tsx';
import { LineChart } from '../../parts/line-chart.tsx';
import { Segments } from './segments.tsx';

const FEWEST = 5;
const share = (value: number): string => String(Math.round(value * 100) / 100);
/** A width has no offset. */
const widthOf = ([low, high]: Scales[string] = [0, 1]): Scales[string] => [0, high - low];
const isEnough = ({ counts }: Bars): boolean => counts.reduce((sum, one) => sum + one, 0) >= FEWEST;

/** From which score on an answer passes, by evaluator, as its scale has it. */
function passLines(config: unknown): Readonly<Record<string, number>> {
  const evaluators = isObject(config) && Array.isArray(config.evaluators) ? config.evaluators.filter(isObject) : [];
  return Object.fromEntries(
    evaluators.flatMap(({ name, type, passAt }) =>
      typeof passAt === 'number' ? [[String(name ?? type), passAt]] : [],
    ),
  );
}

/** Pictures that say more than their figures. */
export function Charts({ run }: { readonly run: RunDetail }) {
  const { data } = useCharts(run.evaluationId, isActive(run));
  if (!data) return null;
  const { latencyMs, costUsd, costOverTime, scores, segments } = data;
  const scales = scalesOf(run.config);
  const lines = passLines(run.config);
  const { p50, p95 } = run.summary?.latencyMs ?? {};
  const began = Date.parse(run.startedAt);
  const points = costOverTime.map((point) => ({ x: Date.parse(point.at) - began, y: point.costUsd }));
  return (
    <>
      {isEnough(latencyMs) && (
        <Histogram
          title="Response time"
          bars={latencyMs}
          format={milliseconds}
          marks={[
            ...(p50 === undefined ? [] : [{ name: 'p50', value: p50 }]),
            ...(p95 === undefined ? [] : [{ name: 'p95', value: p95 }]),
          ]}
        />
      )}
      {segments.length > 0 && <Segments segments={segments} />}
      {Object.entries(scores)
        .filter(([, bars]) => isEnough(bars))
        .map(([name, bars]) => (
          <Histogram
            key={name}
            title={`Score: ${name}`}
            bars={{
              ...bars,
              low: inScale(bars.low, scales[name]),
              width: inScale(bars.width, widthOf(scales[name])),
            }}
            format={share}
            marks={lines[name] === undefined ? [] : [{ name: 'pass line', value: lines[name] }]}
          />
        ))}
      {points.length >= FEWEST && (
        <LineChart
          title="Cost over time"
          points={points}
          names={['since the start', 'cost']}
          formatX={milliseconds}
          formatY={usd}
        />
      )}
      {isEnough(costUsd) && costUsd.width > 0 && <Histogram title="Cost per row" bars={costUsd} format={usd} />}
    </>
  );
}
