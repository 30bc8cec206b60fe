import { ArrowDown, ArrowUp } from 'lucide-react';
import './sparkline.css';

/** How far a pass rate rose or fell, in points. */
export function Delta({ difference, title }: { readonly difference: number; readonly title?: string }) {
  const points = Math.round(Math.abs(difference) * 1000) / 10;
  if (points === 0)
    return (
      <span className="delta" title={title}>
        ±0
      </span>
    );
  const isUp = difference > 0;
  return (
    <span className={isUp ? 'delta up' : 'delta down'} title={title}>
      {isUp ? <ArrowUp /> : <ArrowDown />}
      <span className="hidden-text">{isUp ? 'up' : 'down'}</span>
      {points.toFixed(1)}
    </span>
  );
}
