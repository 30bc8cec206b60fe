import { isUtf8 } from 'node:buffer';
import { DatasetError } from './dataset-error.ts';
import { refuseBinary } from './refuse-binary.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Bytes that are no text in the file's encoding; what comes before them has been decoded. */
interface BadBytes {
  readonly offset: number;
  readonly what: string;
}

/** With the flag `u` a pair of halves is one character, so that only a lone one matches. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** Enough to see a byte order mark and what kind of file it is. */
const HEAD_BYTES = 4;
const EMPTY = Buffer.alloc(0);

/** UTF-8 with or without a byte order mark, UTF-16 with one: bytes in, whole characters of UTF-8 out. Nothing is ever replaced. */
export class ByteDecoder {
  encoding: Encoding = 'utf-8';
  bom = false;
  problem: BadBytes | undefined;
  #rest: Buffer = EMPTY;
  #offset = 0;
  #started = false;

  push(bytes: Uint8Array, final = false): Buffer {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#started) {
      if (buffer.length < HEAD_BYTES && !final) {
        this.#rest = Buffer.from(buffer);
        return EMPTY;
      }
      this.#started = true;
      const skipped = this.#start(buffer);
      buffer = buffer.subarray(skipped);
      this.#offset = skipped;
    }
    const end = final ? buffer.length : this.#endOfCharacters(buffer);
    const text = this.#decode(buffer.subarray(0, end));
    this.#rest = Buffer.from(buffer.subarray(end));
    this.#offset += end;
    return text;
  }

  end(): Buffer {
    return this.push(new Uint8Array(0), true);
  }

  /** Reads the byte order mark and gives its length. */
  #start(buffer: Buffer): number {
    refuseBinary(buffer);
    const [first, second, third, fourth] = buffer;
    if (first === 0xef && second === 0xbb && third === 0xbf) {
      this.bom = true;
      return 3;
    }
    if (first === 0xff && second === 0xfe) {
      if (third === 0 && fourth === 0) throw new DatasetError('The file is UTF-32. Save it as UTF-8.');
      this.encoding = 'utf-16le';
      this.bom = true;
      return 2;
    }
    if (first === 0xfe && second === 0xff) {
      this.encoding = 'utf-16be';
      this.bom = true;
      return 2;
    }
    return 0;
  }

  /** Where the last whole character of a chunk ends. */
  #endOfCharacters(buffer: Buffer): number {
    if (this.encoding === 'utf-8') return endOfUtf8(buffer);
    const even = buffer.length & ~1;
    const high = even >= 2 ? (buffer[this.encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0) : 0;
    return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
  }

  #decode(buffer: Buffer): Buffer {
    if (this.encoding !== 'utf-8') return Buffer.from(this.#decodeUtf16(buffer));
    const zero = buffer.indexOf(0);
    if (zero >= 0) return this.#upTo(buffer, zero, 'a zero byte, which text does not hold; it is a binary file');
    if (isUtf8(buffer)) return buffer;
    const at = firstBadUtf8(buffer);
    const bytes = [...buffer.subarray(at, at + 2)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
    return this.#upTo(buffer, at, `${bytes.join(' ')}, which is no UTF-8; it may be Windows-1252`);
  }

  #upTo(buffer: Buffer, at: number, what: string): Buffer {
    this.problem = { offset: this.#offset + at, what };
    return buffer.subarray(0, at);
  }

  #decodeUtf16(buffer: Buffer): string {
    const whole = buffer.subarray(0, buffer.length & ~1);
    const text = (this.encoding === 'utf-16be' ? Buffer.from(whole).swap16() : whole).toString('utf16le');
    const zero = text.indexOf('\u0000');
    const half = text.search(LONE_SURROGATE);
    const at = zero < 0 ? half : half < 0 ? zero : Math.min(zero, half);
    if (at >= 0) {
      const what = at === zero ? 'a zero character, which text does not hold' : 'half a character of UTF-16';
      this.problem = { offset: this.#offset + at * 2, what };
      return text.slice(0, at);
    }
    if (whole.length < buffer.length) {
      this.problem = { offset: this.#offset + whole.length, what: 'half a character of UTF-16' };
    }
    return text;
  }
}

function endOfUtf8(buffer: Buffer): number {
  for (let back = 1; back <= 3 && back <= buffer.length; back++) {
    const byte = buffer[buffer.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? buffer.length - back : buffer.length;
    }
    if (byte < 0x80) return buffer.length;
  }
  return buffer.length;
}

function firstBadUtf8(buffer: Buffer): number {
  let at = 0;
  while (at < buffer.length) {
    const length = [1, 2, 3, 4].find((size) => isUtf8(buffer.subarray(at, at + size)));
    if (length === undefined) break;
    at += length;
  }
  return at;
}
