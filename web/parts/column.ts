import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** CSS width; columns without one share what is left. */
  readonly width?: string;
  readonly right?: boolean;
  /** What to sort by; columns without it cannot be sorted by. */
  readonly sort?: string;
  /** Sorted by first, it begins with the largest: of times and costs these are looked for. */
  readonly largestFirst?: boolean;
  /** Left out where there is little room, or where there is not much. */
  readonly wide?: boolean | 'much';
  cell(row: Row): ReactNode;
  /** What the cell says, where rows are copied. */
  text?(row: Row): string;
}
