import { RollcallError } from '../../contracts/errors.ts';

/**
 * How rows travel from UNLOAD to the exporter. UNLOAD's text format neither quotes nor escapes, so a record may hold
 * line breaks; therefore each line begins with its row index and the length in bytes of each of its segments, both in
 * decimal digits of fixed width. `core/sql/export-unload.ts` writes them.
 */
export const INDEX_DIGITS = 12;
export const LENGTH_DIGITS = 10;

/** A file from beginning to end. */
export interface ByteSource {
  /** Bytes of memory in front of what `read` gives that belong to nobody else. */
  readonly headroom: number;
  /** The next bytes, or undefined at the end. The bytes given before stay as they are until the next call. */
  read(): Promise<Buffer | undefined>;
}

const ZERO = 48;
const NOTHING = Buffer.alloc(0);

/** One frame after another out of a file. The frame is a view of memory that the next one reuses. */
export class FrameReader {
  /** Of the frame read last. */
  rowIndex = -1;
  buffer: Buffer = NOTHING;
  /** Where each segment begins; the last entry is where the last one ends. */
  readonly bounds: number[];
  /** Where the frame ends, with its terminator. */
  end = 0;

  readonly #source: ByteSource;
  readonly #terminator: Buffer;
  readonly #headerBytes: number;

  constructor(source: ByteSource, segments: number, terminator: string) {
    this.#source = source;
    this.#terminator = Buffer.from(terminator);
    this.#headerBytes = INDEX_DIGITS + segments * LENGTH_DIGITS;
    this.bounds = new Array<number>(segments + 1).fill(0);
  }

  /** Goes to the next frame if all of it is in memory. */
  step(): boolean {
    const header = this.end;
    let at = header + this.#headerBytes;
    if (at > this.buffer.length) return false;
    const rowIndex = this.#number(header, INDEX_DIGITS);
    const last = this.bounds.length - 1;
    for (let index = 0; index < last; index++) {
      this.bounds[index] = at;
      at += this.#number(header + INDEX_DIGITS + index * LENGTH_DIGITS, LENGTH_DIGITS);
    }
    const end = at + this.#terminator.length;
    if (end > this.buffer.length) return false;
    for (let index = 0; index < this.#terminator.length; index++) {
      if (this.buffer[at + index] !== this.#terminator[index])
        throw unreadable(`row ${rowIndex} does not end as it says`);
    }
    if (rowIndex < this.rowIndex) throw unreadable(`row ${rowIndex} comes after row ${this.rowIndex}`);
    this.bounds[last] = at;
    this.rowIndex = rowIndex;
    this.end = end;
    return true;
  }

  /** Goes to the next frame; false at the end of the file. */
  async advance(): Promise<boolean> {
    while (!this.step()) {
      const rest = this.buffer.subarray(this.end);
      const more = await this.#source.read();
      if (!more) {
        if (rest.length > 0) throw unreadable('it ends inside a row');
        return false;
      }
      this.buffer = joined(rest, more, this.#source.headroom);
      this.end = 0;
    }
    return true;
  }

  segment(index: number): Buffer {
    return this.buffer.subarray(this.bounds[index], this.bounds[index + 1]);
  }

  #number(at: number, digits: number): number {
    let value = 0;
    for (let index = at; index < at + digits; index++) {
      const digit = (this.buffer[index] as number) - ZERO;
      if (digit < 0 || digit > 9) throw unreadable('a row does not begin with its number and length');
      value = value * 10 + digit;
    }
    return value;
  }
}

/** Bytes one behind the other; the few of a row cut in two are moved before the many. */
function joined(first: Buffer, second: Buffer, headroom: number): Buffer {
  if (first.length === 0) return second;
  if (first.length > headroom) return Buffer.concat([first, second]);
  const both = Buffer.from(second.buffer, second.byteOffset - first.length, first.length + second.length);
  first.copy(both);
  return both;
}

const unreadable = (problem: string): RollcallError =>
  new RollcallError('QueryFailed', `A file that Athena's UNLOAD wrote is not what was asked for: ${problem}.`);
