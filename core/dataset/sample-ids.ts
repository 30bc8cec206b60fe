import { hash } from 'node:crypto';
import { LONE_SURROGATE } from './byte-decoder.ts';
import { atLine, quote } from './dataset-error.ts';

/** Hexadecimal digits of an id that is a hash. */
export const ID_LENGTH = 16;

/** Ids are hashes of position and content, so that the same file gives the same ids wherever it is imported. */
export const hashedId = (position: number, content: string): string =>
  hash('sha256', `${position}\n${content}`).slice(0, ID_LENGTH);

/** Text that goes into a table's column, where half a character or a zero has no place. */
export function refuseUnstorable(text: string, line: number, column: string): void {
  if (text.includes('\u0000')) throw atLine(line, 'the text holds a zero character (\\u0000).', column);
  if (LONE_SURROGATE.test(text)) throw atLine(line, 'the text holds half a character (a lone surrogate).', column);
}

/**
 * The ids seen so far, as fingerprints of 64 bits with a random seed: twelve bytes an id, whatever its length. Of a
 * million different ids two have one fingerprint, and are taken for equal, once in 37 million imports.
 */
export class UniqueIds {
  readonly #column: string;
  readonly #seed = Math.trunc(Math.random() * 0xffffffff);
  #size = 0;
  #high = new Uint32Array(1 << 12);
  #low = new Uint32Array(1 << 12);
  /** Line of each id; 0 is a free place. */
  #lines = new Uint32Array(1 << 12);

  constructor(column: string) {
    this.#column = column;
  }

  addText(id: string, line: number): void {
    const bytes = Buffer.from(id);
    this.add(bytes, 0, bytes.length, line);
  }

  /** Takes the id in, or refuses one that is empty or was there before. */
  add(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end) throw atLine(line, 'the id is empty; each row needs its own.', this.#column);
    if (this.#size * 2 >= this.#lines.length) this.#grow();
    let high = this.#seed;
    let low = ~this.#seed;
    for (let at = start; at < end; at++) {
      const code = bytes[at] ?? 0;
      high = Math.imul(high ^ code, 0x85ebca6b);
      high = (high << 13) | (high >>> 19);
      low = Math.imul(low ^ code, 0xc2b2ae35);
      low = (low << 15) | (low >>> 17);
    }
    high = Math.imul(high ^ (high >>> 16), 0x27d4eb2f) ^ (end - start);
    low = Math.imul(low ^ (low >>> 15), 0x165667b1);
    const earlier = this.#put(high >>> 0, low >>> 0, line);
    if (earlier > 0) {
      const id = quote(bytes.toString('utf8', start, end));
      throw atLine(line, `the id ${id} is on line ${earlier} already.`, this.#column);
    }
    this.#size++;
  }

  /** The line of an id that was there before, or 0. */
  #put(high: number, low: number, line: number): number {
    const mask = this.#lines.length - 1;
    for (let slot = (high ^ low) & mask; ; slot = (slot + 1) & mask) {
      const there = this.#lines[slot] ?? 0;
      if (there === 0) {
        this.#high[slot] = high;
        this.#low[slot] = low;
        this.#lines[slot] = line;
        return 0;
      }
      if (this.#high[slot] === high && this.#low[slot] === low) return there;
    }
  }

  #grow(): void {
    const [high, low, lines] = [this.#high, this.#low, this.#lines];
    this.#high = new Uint32Array(lines.length * 2);
    this.#low = new Uint32Array(lines.length * 2);
    this.#lines = new Uint32Array(lines.length * 2);
    for (let slot = 0; slot < lines.length; slot++) {
      const line = lines[slot] ?? 0;
      if (line > 0) this.#put(high[slot] ?? 0, low[slot] ?? 0, line);
    }
  }
}
