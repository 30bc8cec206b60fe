import { RollcallError } from '../../contracts/errors.ts';
import type { ByteSource, FrameReader } from './frame-reader.ts';

/** Reads a file whole and gives its frames in the order of their row index, one a read. */
export async function sortFrames(unsorted: FrameReader, mostBytes: number): Promise<ByteSource> {
  const frames: { rowIndex: number; bytes: Buffer }[] = [];
  let held = 0;
  while (unsorted.step() || (await unsorted.advance())) {
    const bytes = Buffer.from(unsorted.buffer.subarray(unsorted.start, unsorted.end));
    held += bytes.length;
    if (held > mostBytes) throw tooLarge(mostBytes);
    frames.push({ rowIndex: unsorted.rowIndex, bytes });
  }
  frames.sort((a, b) => a.rowIndex - b.rowIndex);
  let next = 0;
  return { headroom: 0, read: async () => frames[next++]?.bytes };
}

const tooLarge = (most: number): RollcallError =>
  new RollcallError(
    'QueryFailed',
    `Athena's UNLOAD wrote a file that is not in the order of row_index and takes more than the ${most} bytes that can be sorted in memory. Export fewer columns.`,
  );
