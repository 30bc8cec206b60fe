/** A file that is read one row after another. */
export interface RowCursor {
  /** Of the row read last. */
  readonly rowIndex: number;
  /** Goes to the next row if all of it is in memory. */
  step(): boolean;
  /** Goes to the next row; false at the end of the file. */
  advance(): Promise<boolean>;
}

/** The rows of a file were promised in order, and are not. */
export class OutOfOrder extends Error {}

/**
 * Gives the rows of several files in the order of their row index, and with each the row index up to which the same
 * file may go on before another one's turn comes. "If the SELECT query in the UNLOAD statement
 * specifies a sort order, each file's contents are in sorted order, but the files are not sorted relative to each
 * other": one row a file in hand is enough, however many rows there are.
 */
export async function mergeRows<Cursor extends RowCursor>(
  cursors: readonly Cursor[],
  emit: (row: Cursor, limit: number) => Promise<void> | undefined,
): Promise<void> {
  const hasRows = await Promise.all(cursors.map((cursor) => cursor.advance()));
  const open = cursors.filter((_, index) => hasRows[index]);
  while (open.length > 0) {
    const { first, limit } = smallest(open);
    // A file usually has many rows in a row, so nothing is compared with the others until it is past them.
    do {
      const full = emit(first, limit);
      if (full) await full;
      if (first.step() || (await first.advance())) continue;
      open.splice(open.indexOf(first), 1);
      break;
    } while (first.rowIndex <= limit);
  }
}

/** The file with the smallest row index, and the smallest of the others. */
function smallest<Cursor extends RowCursor>(open: readonly Cursor[]): { first: Cursor; limit: number } {
  let first = open[0] as Cursor;
  let limit = Number.POSITIVE_INFINITY;
  for (const cursor of open.slice(1)) {
    if (cursor.rowIndex < first.rowIndex) {
      limit = first.rowIndex;
      first = cursor;
    } else if (cursor.rowIndex < limit) {
      limit = cursor.rowIndex;
    }
  }
  return { first, limit };
}
