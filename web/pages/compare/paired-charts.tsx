import { useMemo } from 'react';
import { milliseconds, usd } from '../../../core/format.ts';
import { spread } from '../../../core/rows/charts-of-rows.ts';
import { Histogram } from '../../parts/histogram.tsx';
import type { SideRow } from '../../parts/side-by-side/side-by-side.ts';
import { signed } from '../../parts/signed.ts';

const FEWEST = 5;

/** Slower and dearer is worse. */
const colourOf = (from: number): string => (from < 0 ? 'var(--passed)' : 'var(--failed)');

/** How much slower and dearer each row became. */
export function PairedCharts({ rows }: { readonly rows: readonly SideRow[] }) {
  const charts = useMemo(
    () =>
      [
        {
          title: 'Time per row: slower (+) or faster (−)',
          of: 'latencyMs',
          format: signed(milliseconds),
        },
        { title: 'Cost per row: more (+) or less (−)', of: 'costUsd', format: signed(usd) },
      ]
        .map((chart) => ({ ...chart, values: differences(rows, chart.of as 'latencyMs' | 'costUsd') }))
        .filter(({ values }) => values.length >= FEWEST && values.some((value) => value !== 0)),
    [rows],
  );
  if (charts.length === 0) return null;
  return (
    <div className="charts">
      {charts.map(({ title, values, format }) => (
        <Histogram key={title} title={title} bars={aroundZero(values)} format={format} colourOf={colourOf} />
      ))}
    </div>
  );
}

function differences(rows: readonly SideRow[], of: 'latencyMs' | 'costUsd'): number[] {
  return rows.flatMap(({ rows: [before, after] }) => {
    const [was, is] = [before?.[of], after?.[of]];
    return typeof was === 'number' && typeof is === 'number' ? [is - was] : [];
  });
}

/** As far to both sides, so that nothing changed is in the middle. */
function aroundZero(values: readonly number[]) {
  const most = values.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  return spread(values, { low: -most, high: most });
}
