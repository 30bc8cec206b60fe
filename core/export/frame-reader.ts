import { RollcallError } from '../../contracts/errors.ts';
import { OutOfOrder } from '../merge-rows.ts';

/**
 * How rows travel from UNLOAD to the exporter. UNLOAD's text format neither quotes nor escapes, so a record may hold
 * line breaks; therefore each line begins with its row index and the length in bytes of each of its segments, both in
 * decimal digits of fixed width. The segments follow. `core/sql/export-unload.ts` writes them.
 */
export const INDEX_DIGITS = 12;
export const LENGTH_DIGITS = 10;
export const DELIMITER = ',';

/** A file from beginning to end. */
export interface ByteSource {
  /** Bytes of memory in front of what `read` gives that belong to nobody else. */
  readonly headroom: number;
  /** The next bytes, or undefined at the end. The bytes given before stay as they are until the next call. */
  read(): Promise<Buffer | undefined>;
}

const ZERO = 48;
const LINE_BREAK = 10;
const COMMA = DELIMITER.charCodeAt(0);
const NOTHING = Buffer.alloc(0);

/** One frame after another out of a file. The frame is a view of memory that the next one reuses. */
export class FrameReader {
  /** How many frames were read. */
  rows = 0;
  /** Of the frame read last. */
  rowIndex = -1;
  buffer: Buffer = NOTHING;
  /** Where the frame begins. */
  start = 0;
  /** Where each segment begins. */
  readonly starts: number[];
  /** Where the frame ends, with its line break. */
  end = 0;

  readonly #source: ByteSource;
  readonly #anyOrder: boolean;
  readonly #headerBytes: number;

  constructor(source: ByteSource, segments: number, { anyOrder = false } = {}) {
    this.#source = source;
    this.#anyOrder = anyOrder;
    this.#headerBytes = INDEX_DIGITS + 1 + segments * (LENGTH_DIGITS + 1);
    this.starts = new Array<number>(segments).fill(0);
  }

  /** Goes to the next frame if all of it is in memory and its row index is not beyond the limit. */
  step(limit = Number.POSITIVE_INFINITY): boolean {
    const header = this.end;
    let at = header + this.#headerBytes;
    if (at > this.buffer.length) return false;
    const rowIndex = this.#number(header, INDEX_DIGITS);
    if (rowIndex > limit) return false;
    for (let index = 0; index < this.starts.length; index++) {
      this.starts[index] = at;
      at += this.#number(header + INDEX_DIGITS + 1 + index * (LENGTH_DIGITS + 1), LENGTH_DIGITS) + 1;
    }
    if (at > this.buffer.length) return false;
    if (this.buffer[at - 1] !== LINE_BREAK) throw unreadable(`row ${rowIndex} does not end as it says`);
    if (rowIndex < this.rowIndex && !this.#anyOrder) throw new OutOfOrder();
    this.start = header;
    this.rows++;
    this.rowIndex = rowIndex;
    this.end = at;
    return true;
  }

  /**
   * The text of this frame and of the following ones, as far as `step` goes, one behind the other. Each is moved to
   * where the one before ends: to make a view of each, and copy that, takes several times as long.
   */
  gather(limit: number): Buffer {
    const start = this.starts[0] as number;
    let end = this.end;
    while (this.step(limit)) {
      const from = this.starts[0] as number;
      this.buffer.copyWithin(end, from, this.end);
      end += this.end - from;
    }
    return this.buffer.subarray(start, end);
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

  /** All segments of the frame, with the delimiter between them. */
  segments(): Buffer {
    return this.buffer.subarray(this.starts[0], this.end - 1);
  }

  segment(index: number): Buffer {
    return this.buffer.subarray(this.starts[index], (this.starts[index + 1] ?? this.end) - 1);
  }

  /** A number, and the delimiter behind it. */
  #number(at: number, digits: number): number {
    let value = 0;
    for (let index = at; index < at + digits; index++) {
      const digit = (this.buffer[index] as number) - ZERO;
      if (digit < 0 || digit > 9) throw malformed();
      value = value * 10 + digit;
    }
    if (this.buffer[at + digits] !== COMMA) throw malformed();
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

const malformed = (): RollcallError => unreadable('a row does not begin with its number and length');

const unreadable = (problem: string): RollcallError =>
  new RollcallError('QueryFailed', `A file that Athena's UNLOAD wrote is not what was asked for: ${problem}.`);
