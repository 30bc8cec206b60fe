import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { damagedLine, isRepaired, keepCutLine, setLineAside } from './damaged-file.ts';
import { OWNER_FILE, OWNER_FOLDER } from './owner-only.ts';

export interface AppendLogOptions<Entry> {
  readonly path: string;
  /** Called once for each entry on disk, oldest first, while the log opens. */
  readonly replay: (entry: Entry) => void;
  /** The fewest entries that make the present state; they replace the log when it has grown. */
  readonly snapshot: () => Iterable<Entry>;
}

const NEWLINE = 0x0a;
const CLOSED = -1;
const CHUNK = 1024 * 1024;
/** A log is rewritten once it has grown by this much, or has doubled, whichever is more. */
const SMALLEST_GROWTH = 4 * 1024 * 1024;

/**
 * State on disk as JSON records, one a line. `append` returns once the operating system has the line, so what was
 * acknowledged survives a SIGKILL; an append that fails, on a full disk for one, leaves the log as it was. Callers
 * append first and change their memory then. A line cut short by a SIGKILL is left out when the log opens again.
 * An entry is an object; an array on a line is several entries.
 */
export class AppendLog<Entry> {
  readonly #options: AppendLogOptions<Entry>;
  #file: number;
  #size = 0;
  #compactAt = SMALLEST_GROWTH;
  /** Whether there may be half a line behind the end. */
  #torn = false;

  constructor(options: AppendLogOptions<Entry>) {
    this.#options = options;
    mkdirSync(dirname(options.path), { recursive: true, mode: OWNER_FOLDER });
    this.#file = openSync(options.path, 'a+', OWNER_FILE);
    try {
      this.#replay();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  append(entry: Entry): void {
    this.#write(`${JSON.stringify(entry)}\n`);
  }

  /** Entries that belong together: after a crash all of them are there, or none. */
  appendAll(entries: readonly Entry[]): void {
    if (entries.length === 1) this.append(entries[0] as Entry);
    else if (entries.length > 0) this.#write(`${JSON.stringify(entries)}\n`);
  }

  /** Nothing can be appended after this: a late write must not reach a file that was given the same number. */
  close(): void {
    if (this.#file !== CLOSED) closeSync(this.#file);
    this.#file = CLOSED;
  }

  #write(line: string): void {
    if (this.#size > this.#compactAt) this.#compact();
    this.#cutBack();
    const bytes = Buffer.from(line);
    this.#torn = true;
    try {
      writeFully(this.#file, bytes);
    } catch (error) {
      try {
        this.#cutBack();
      } catch {
        // It is tried again before the next append.
      }
      throw error;
    }
    this.#torn = false;
    this.#size += bytes.length;
  }

  #cutBack(): void {
    if (this.#torn) ftruncateSync(this.#file, this.#size);
    this.#torn = false;
  }

  /** Writes the present state to a new file and puts it in the log's place; without room for both, later. */
  #compact(): void {
    const temporary = `${this.#options.path}.new`;
    try {
      const size = this.#writeSnapshot(temporary);
      const file = openSync(temporary, 'a+', OWNER_FILE);
      renameSync(temporary, this.#options.path);
      closeSync(this.#file);
      this.#file = file;
      this.#torn = false;
      this.#grown(size);
    } catch {
      rmSync(temporary, { force: true });
      this.#grown(this.#size);
    }
  }

  #writeSnapshot(path: string): number {
    const file = openSync(path, 'w', OWNER_FILE);
    try {
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
      return size;
    } finally {
      closeSync(file);
    }
  }

  #grown(size: number): void {
    this.#size = size;
    this.#compactAt = size + Math.max(size, SMALLEST_GROWTH);
  }

  #replay(): void {
    const { path } = this.#options;
    const size = fstatSync(this.#file).size;
    const chunk = Buffer.allocUnsafe(CHUNK);
    let pieces: Buffer[] = [];
    let position = 0;
    /** Where the line being read begins. */
    let begin = 0;
    let line = 0;
    let damaged = false;
    while (position < size) {
      const read = readSync(this.#file, chunk, 0, CHUNK, position);
      if (read === 0) break;
      let start = 0;
      for (;;) {
        const end = chunk.subarray(0, read).indexOf(NEWLINE, start);
        if (end < 0) break;
        pieces.push(chunk.subarray(start, end));
        const text = Buffer.concat(pieces).toString('utf8');
        pieces = [];
        start = end + 1;
        line += 1;
        const problem = this.#replayLine(text);
        begin = position + start;
        if (problem === undefined) continue;
        if (begin < size && !isRepaired(path)) throw damagedLine(path, line, problem);
        setLineAside(path, line, text);
        damaged = true;
      }
      if (start < read) pieces.push(Buffer.from(chunk.subarray(start, read)));
      position += read;
    }
    if (begin < size) {
      keepCutLine(path, Buffer.concat(pieces));
      ftruncateSync(this.#file, begin);
    }
    this.#grown(begin);
    if (damaged) this.#compact();
  }

  /** Says what is wrong with the line, if anything is. */
  #replayLine(line: string): string | undefined {
    const entries = entriesOf<Entry>(line);
    if (typeof entries === 'string') return entries;
    try {
      for (const entry of entries) this.#options.replay(entry);
      return undefined;
    } catch {
      return 'it records nothing that belongs there';
    }
  }
}

/** The entries on a line, or what is wrong with it. */
export function entriesOf<Entry>(line: string): Entry[] | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'it is not JSON';
  }
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  const isEntry = (entry: unknown) => typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  return entries.every(isEntry) ? (entries as Entry[]) : 'it is no record';
}

function writeFully(file: number, bytes: Buffer): number {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
  return bytes.length;
}
