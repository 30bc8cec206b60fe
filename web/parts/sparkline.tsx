import { percent } from '../../core/format.ts';
import './sparkline.css';

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 3;
const MOST = 20;
/** Smaller changes look small. */
const LEAST_SPAN = 0.2;

/** Pass rates over time, the newest last. */
export function Sparkline({ rates }: { readonly rates: readonly number[] }) {
  const shown = rates.slice(-MOST);
  const last = shown.at(-1);
  // One run is no trend.
  if (last === undefined || shown.length < 2) return null;
  const step = (WIDTH - 2 * EDGE) / (shown.length - 1);
  const across = (at: number) => WIDTH - EDGE - (shown.length - 1 - at) * step;
  const low = Math.min(...shown);
  const span = Math.max(LEAST_SPAN, Math.max(...shown) - low);
  const up = (rate: number) => HEIGHT - EDGE - ((rate - low) / span) * (HEIGHT - 2 * EDGE);
  const points = shown.map((rate, at) => `${across(at).toFixed(1)},${up(rate).toFixed(1)}`).join(' ');
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={labelOf(shown)}>
      <polyline points={points} />
      <circle cx={across(shown.length - 1)} cy={up(last)} r="2.5" />
    </svg>
  );
}

const labelOf = (rates: readonly number[]): string => `Passed: ${rates.map(percent).join(', then ')}`;
