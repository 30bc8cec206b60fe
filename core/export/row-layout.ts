import type { ExportColumn } from './column.ts';

type SqlColumn = Exclude<ExportColumn, { from: 'mapping' }>;

/**
 * Trino compiles each column of a SELECT by itself, and gives up on one text of more than about 80 cells
 * (`QUERY_EXCEEDED_COMPILER_LIMIT`); a function takes 127 arguments at most.
 */
const MOST_CELLS = 60;

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
    const isFull = segments.at(-1)?.length === MOST_CELLS;
    if (typeof pieces.at(-1) !== 'number' || isFull) pieces.push(segments.push([]) - 1);
    segments.at(-1)?.push(column);
  }
  return { segments, pieces };
}
