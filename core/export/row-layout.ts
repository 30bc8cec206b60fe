import type { ExportColumn } from './column.ts';

type SqlColumn = Exclude<ExportColumn, { from: 'mapping' }>;

/** A row in pieces: runs of columns that SQL renders, and between them the columns that a mapping makes. */
export interface RowLayout {
  readonly segments: readonly (readonly SqlColumn[])[];
  /** In the order of the columns: a segment's number, or a mapped column's name. */
  readonly pieces: readonly (number | string)[];
}

export function layOut(columns: readonly ExportColumn[]): RowLayout {
  const segments: SqlColumn[][] = [];
  const pieces: (number | string)[] = [];
  for (const column of columns) {
    if (column.from === 'mapping') {
      pieces.push(column.name);
      continue;
    }
    if (typeof pieces.at(-1) !== 'number') pieces.push(segments.push([]) - 1);
    segments.at(-1)?.push(column);
  }
  return { segments, pieces };
}
