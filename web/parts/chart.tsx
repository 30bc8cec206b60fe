import type { ReactNode } from 'react';
import { ChartTable } from './chart-table.tsx';
import './chart.css';

/** The drawing's own measure. */
export const WIDTH = 320;
export const HEIGHT = 72;

interface Props {
  /** What it shows, as a sentence. */
  readonly title: string;
  /** The same in words, for those who do not see it. */
  readonly label: string;
  /** At the top and at the bottom. */
  readonly up: readonly [string, string];
  readonly across: readonly string[];
  /** The numbers behind it; the last column is of numbers. */
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly children: ReactNode;
}

/** What every chart has: a title, axes with units, and a table behind it. */
export function Chart({ title, label, up, across, heads, lines, children }: Props) {
  const places = across.map((text, at) => ({ text, at }));
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div className="plot">
        <span className="y-axis" aria-hidden="true">
          <span>{up[0]}</span>
          <span>{up[1]}</span>
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
          {children}
        </svg>
      </div>
      <div className="axis" aria-hidden="true">
        {places.map(({ text, at }) => (
          <span key={at}>{text}</span>
        ))}
      </div>
      <ChartTable heads={heads} lines={lines} isNumber={(column) => column === heads.length - 1} />
    </figure>
  );
}
