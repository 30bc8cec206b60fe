import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { OWNER_FILE, OWNER_FOLDER } from '../../store/owner-only.ts';
import type { PlannedChild } from './item-batcher.ts';

const CHUNK = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * The inputs of a Map Run's children, on disk until their turn comes: the dataset is read once, at its own speed, the
 * totals are known early, and none of it stays in memory. A redrive finds what had not been started yet.
 */
export class ChildInputs {
  readonly #file: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #length = 0;
  #finished = false;
  #wake: (() => void) | undefined;

  constructor(path: string, mode: 'new' | 'existing') {
    mkdirSync(dirname(path), { recursive: true, mode: OWNER_FOLDER });
    this.#file = openSync(path, mode === 'new' ? 'w+' : 'r', OWNER_FILE);
    this.#finished = mode === 'existing';
  }

  append({ json, items }: PlannedChild): void {
    const line = `{"items":${items},"input":${json}}\n`;
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    // The reader waits only when it has caught up; then every line is wanted at once.
    if (this.#wake || this.#waitingBytes >= CHUNK) this.#flush();
  }

  /** Nothing more will be appended. */
  finish(): void {
    this.#flush();
    this.#finished = true;
    this.#wakeUp();
  }

  async *read(): AsyncGenerator<{ items: number; input: unknown }> {
    let pieces: Buffer[] = [];
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const size = readSync(this.#file, chunk, 0, CHUNK, position);
      if (size === 0) {
        if (this.#waiting.length > 0) this.#flush();
        else if (this.#finished) return;
        else await this.#more();
        continue;
      }
      position += size;
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0 && end < size; end = chunk.indexOf(NEWLINE, start)) {
        pieces.push(chunk.subarray(start, end));
        yield JSON.parse(Buffer.concat(pieces).toString('utf8'));
        pieces = [];
        start = end + 1;
      }
      if (start < size) pieces.push(chunk.subarray(start, size));
    }
  }

  close(): void {
    this.#finished = true;
    this.#wakeUp();
    closeSync(this.#file);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#length + written);
    }
    this.#length += bytes.length;
    this.#wakeUp();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
