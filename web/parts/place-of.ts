import type { IndexRow } from '../../contracts/api/rows.ts';

/** Where a row’s answer is in its run, as the address says it: that of one of its trials, and of one of several models. */
export function placeOf({ rowIndex, trial, variant }: Pick<IndexRow, 'rowIndex' | 'trial' | 'variant'>): string {
  if (variant) return `${rowIndex}.${trial}.${variant}`;
  return trial ? `${rowIndex}.${trial}` : String(rowIndex);
}
