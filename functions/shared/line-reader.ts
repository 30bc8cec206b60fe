import type { ByteSource } from '../../core/export/frame-reader.ts';
import { OutOfOrder, type RowCursor } from '../../core/merge-rows.ts';
import { rowIndexOf } from './row-index.ts';

const LINE_BREAK = 0x0a;
const NOTHING = Buffer.alloc(0);

/** A row in memory: its line, with the line break. */
export interface RowInMemory extends RowCursor {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** One row after another out of a file of JSON lines. The row is a view of memory that the next one reuses. */
export class LineReader implements RowInMemory {
  rowIndex = -1;
  /** The bytes in memory. */
  buffer: Buffer = NOTHING;
  start = 0;
  end = 0;
  readonly #source: ByteSource;
  readonly #anyOrder: boolean;
  #memory: Buffer = NOTHING;
  /** How far the bytes were searched for the end of a row. */
  #searched = 0;

  constructor(source: ByteSource, { anyOrder = false } = {}) {
    this.#source = source;
    this.#anyOrder = anyOrder;
  }

  step(): boolean {
    let start = this.end;
    for (;;) {
      const found = this.buffer.indexOf(LINE_BREAK, Math.max(start, this.#searched));
      if (found < 0) break;
      if (found > start) return this.#take(start, found);
      start = found + 1;
    }
    this.end = start;
    this.#searched = this.buffer.length;
    return false;
  }

  async advance(): Promise<boolean> {
    while (!this.step()) {
      const more = await this.#source.read();
      if (more) this.#append(more);
      else if (this.buffer.length > this.end) this.#append(Buffer.of(LINE_BREAK));
      else return false;
    }
    return true;
  }

  #take(start: number, lineBreak: number): true {
    const rowIndex = rowIndexOf(this.buffer, start, lineBreak);
    if (rowIndex < this.rowIndex && !this.#anyOrder) throw new OutOfOrder();
    this.rowIndex = rowIndex;
    this.start = start;
    this.end = lineBreak + 1;
    this.#searched = this.end;
    return true;
  }

  /** Puts bytes behind those of the row that is not whole yet, which move to the front. Memory grows to the longest row. */
  #append(more: Buffer): void {
    const rest = this.buffer.length - this.end;
    const needed = rest + more.length;
    if (needed > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#memory.length));
    this.buffer.copy(this.#memory, 0, this.end);
    more.copy(this.#memory, rest);
    this.buffer = this.#memory.subarray(0, needed);
    this.#searched -= this.end;
    this.start = 0;
    this.end = 0;
  }
}
