import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface AppendLogOptions<Entry> {
  readonly path: string;
  /** Called once for each entry on disk, oldest first, while the log opens. */
  readonly replay: (entry: Entry) => void;
  /** The fewest entries that make the present state; they replace the log when it has grown. */
  readonly snapshot: () => Iterable<Entry>;
}

/** Rows and secrets are the owner's alone. */
const MODE = 0o600;
const NEWLINE = 0x0a;
const CLOSED = -1;
const CHUNK = 1024 * 1024;
/** A log is rewritten once it has grown by this much, or has doubled, whichever is more. */
const SMALLEST_GROWTH = 4 * 1024 * 1024;

/**
 * State on disk as JSON records, one a line. `append` returns once the operating system has the line, so what was
 * acknowledged survives a SIGKILL. A line cut short by one is dropped when the log opens again.
 * An entry is an object; an array on a line is several entries.
 */
export class AppendLog<Entry> {
  readonly #options: AppendLogOptions<Entry>;
  #file: number;
  #size = 0;
  #compactAt = SMALLEST_GROWTH;

  constructor(options: AppendLogOptions<Entry>) {
    this.#options = options;
    mkdirSync(dirname(options.path), { recursive: true });
    this.#file = openSync(options.path, 'a+', MODE);
    this.#replay();
  }

  append(entry: Entry): void {
    this.#write(`${JSON.stringify(entry)}\n`);
  }

  /** Entries that belong together: after a crash all of them are there, or none. */
  appendAll(entries: readonly Entry[]): void {
    if (entries.length === 1) this.append(entries[0] as Entry);
    else if (entries.length > 0) this.#write(`${JSON.stringify(entries)}\n`);
  }

  /** Writes the present state to a new file and puts it in the log's place. */
  compact(): void {
    const temporary = `${this.#options.path}.new`;
    const file = openSync(temporary, 'w', MODE);
    let size = 0;
    let lines: string[] = [];
    let pending = 0;
    const flush = () => {
      size += writeFully(file, Buffer.from(lines.join('')));
      lines = [];
      pending = 0;
    };
    for (const entry of this.#options.snapshot()) {
      const line = `${JSON.stringify(entry)}\n`;
      lines.push(line);
      pending += line.length;
      if (pending >= CHUNK) flush();
    }
    flush();
    renameSync(temporary, this.#options.path);
    closeSync(this.#file);
    closeSync(file);
    this.#file = openSync(this.#options.path, 'a+', MODE);
    this.#grown(size);
  }

  /** Nothing can be appended after this: a late write must not reach a file that was given the same number. */
  close(): void {
    if (this.#file !== CLOSED) closeSync(this.#file);
    this.#file = CLOSED;
  }

  #write(line: string): void {
    this.#size += writeFully(this.#file, Buffer.from(line));
    if (this.#size > this.#compactAt) this.compact();
  }

  #grown(size: number): void {
    this.#size = size;
    this.#compactAt = size + Math.max(size, SMALLEST_GROWTH);
  }

  #replay(): void {
    const size = fstatSync(this.#file).size;
    const chunk = Buffer.allocUnsafe(CHUNK);
    let pieces: Buffer[] = [];
    let position = 0;
    let complete = 0;
    while (position < size) {
      const read = readSync(this.#file, chunk, 0, CHUNK, position);
      if (read === 0) break;
      let start = 0;
      for (;;) {
        const end = chunk.subarray(0, read).indexOf(NEWLINE, start);
        if (end < 0) break;
        pieces.push(chunk.subarray(start, end));
        this.#replayLine(Buffer.concat(pieces).toString('utf8'));
        pieces = [];
        start = end + 1;
        complete = position + start;
      }
      if (start < read) pieces.push(Buffer.from(chunk.subarray(start, read)));
      position += read;
    }
    if (complete < size) ftruncateSync(this.#file, complete);
    this.#grown(complete);
  }

  #replayLine(line: string): void {
    let entry: Entry | Entry[];
    try {
      entry = JSON.parse(line);
    } catch {
      throw new Error(`${this.#options.path} holds a line that is not JSON. Start with --fresh to begin anew.`);
    }
    for (const one of Array.isArray(entry) ? entry : [entry]) this.#options.replay(one);
  }
}

function writeFully(file: number, bytes: Buffer): number {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
  return bytes.length;
}
