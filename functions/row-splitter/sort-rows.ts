import { RollcallError } from '../../contracts/errors.ts';
import type { LineReader, RowInMemory } from '../shared/line-reader.ts';

const FIRST_BYTES = 1024 * 1024;

/** What the files that have to be sorted may still take together. */
export interface SortingMemory {
  readonly most: number;
  used: number;
}

/** Reads a file whole and gives its rows in order; rows of the same number stay as they were. */
export async function sortRows(reader: LineReader, memory: SortingMemory): Promise<RowInMemory> {
  let buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let filled = 0;
  const ends: number[] = [];
  const indexes: number[] = [];
  while (reader.step() || (await reader.advance())) {
    const bytes = reader.end - reader.start;
    memory.used += bytes;
    if (memory.used > memory.most) throw tooLarge(memory.most);
    if (filled + bytes > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(filled + bytes, Math.min(2 * buffer.length, memory.most)));
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
    filled += reader.buffer.copy(buffer, filled, reader.start, reader.end);
    ends.push(filled);
    indexes.push(reader.rowIndex);
  }
  return new SortedRows(buffer, ends, indexes);
}

class SortedRows implements RowInMemory {
  rowIndex = -1;
  start = 0;
  end = 0;
  readonly buffer: Buffer;
  readonly #ends: readonly number[];
  readonly #indexes: readonly number[];
  readonly #order: Uint32Array;
  #next = 0;

  constructor(buffer: Buffer, ends: readonly number[], indexes: readonly number[]) {
    this.buffer = buffer;
    this.#ends = ends;
    this.#indexes = indexes;
    this.#order = Uint32Array.from(indexes.keys()).sort(
      (a, b) => (indexes[a] as number) - (indexes[b] as number) || a - b,
    );
  }

  step(): boolean {
    const row = this.#order[this.#next++];
    if (row === undefined) return false;
    this.rowIndex = this.#indexes[row] as number;
    this.start = this.#ends[row - 1] ?? 0;
    this.end = this.#ends[row] as number;
    return true;
  }

  async advance(): Promise<boolean> {
    return this.step();
  }
}

const tooLarge = (most: number): RollcallError =>
  new RollcallError(
    'QueryFailed',
    `Athena's UNLOAD wrote files that are not in the order of row_index, and they take more than the ${most} bytes that can be sorted in memory. Start the run again; if it fails again, import the dataset in parts of which each has fewer rows.`,
  );
