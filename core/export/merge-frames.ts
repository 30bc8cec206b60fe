import type { FrameReader } from './frame-reader.ts';

/**
 * Gives the frames of several files in the order of their row index, and with each the row index up to which the same
 * file may go on before another one's turn comes. "If the SELECT query in the UNLOAD statement
 * specifies a sort order, each file's contents are in sorted order, but the files are not sorted relative to each
 * other": one frame a file in hand is enough, however many rows there are.
 */
export async function mergeFrames(
  readers: readonly FrameReader[],
  emit: (frame: FrameReader, limit: number) => Promise<void> | undefined,
): Promise<void> {
  const open: FrameReader[] = [];
  for (const reader of readers) if (await reader.advance()) open.push(reader);
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
function smallest(open: readonly FrameReader[]): { first: FrameReader; limit: number } {
  let first = open[0] as FrameReader;
  let limit = Number.POSITIVE_INFINITY;
  for (const reader of open.slice(1)) {
    if (reader.rowIndex < first.rowIndex) {
      limit = first.rowIndex;
      first = reader;
    } else if (reader.rowIndex < limit) {
      limit = reader.rowIndex;
    }
  }
  return { first, limit };
}
