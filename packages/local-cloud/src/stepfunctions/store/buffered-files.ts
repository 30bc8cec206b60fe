import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OWNER_FOLDER } from '../../store/owner-only.ts';
import { appendWholeLater } from '../../store/whole-append.ts';

/** What is not asked for sooner is on disk after so long. */
const FLUSH_EVERY = 100;
/** A file with more than this waiting is written at once. */
const LARGEST_BUFFER = 256 * 1024;
/** While the disk is full, so much of each file is kept in memory; what is older goes. */
const MOST_BEHIND = 4 * 1024 * 1024;
const RETRY_AFTER = 1000;

/** A file that lines are added to. Nothing is kept open: ten thousand executions may run at once. */
export interface BufferedFile {
  append(line: string): void;
  flush(): Promise<void>;
  /** Whether lines wait that the disk would not take; they are tried again with the next ones. */
  isBehind(): boolean;
}

/** Collects lines for many files and writes each file's together, without fsync. */
export class BufferedFiles {
  readonly #waiting = new Set<{ flush(): Promise<void> }>();
  readonly #folders = new Map<string, Promise<unknown>>();
  readonly #log: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** `repair` begins a new line when an earlier process was killed in the middle of one. */
  open(path: string, { repair = false } = {}): BufferedFile {
    let torn = repair ? endsTorn(path) : undefined;
    let lines: string[] = [];
    let size = 0;
    let behind = '';
    let writing: Promise<void> = Promise.resolve();

    const write = async () => {
      if (lines.length === 0 && behind === '') return;
      let text = lines.length > 0 ? `${behind}${lines.join('\n')}\n` : behind;
      lines = [];
      size = 0;
      this.#waiting.delete(file);
      try {
        if (await torn) text = `\n${text}`;
        torn = undefined;
        await this.#makeFolder(dirname(path));
        await appendWholeLater(path, text);
        behind = '';
      } catch (error) {
        if (behind === '') {
          const reason = error instanceof Error ? error.message : error;
          this.#log(`The history at ${path} could not be written; it is tried again: ${reason}`);
        }
        behind = text.length > MOST_BEHIND ? text.slice(text.indexOf('\n', text.length - MOST_BEHIND) + 1) : text;
        setTimeout(() => void file.flush(), RETRY_AFTER).unref();
      }
    };
    const file: BufferedFile = {
      append: (line) => {
        lines.push(line);
        size += line.length;
        if (size > LARGEST_BUFFER) void file.flush();
        else this.#later(file);
      },
      flush: () => {
        writing = writing.then(write);
        return writing;
      },
      isBehind: () => behind !== '',
    };
    return file;
  }

  async flushAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all([...this.#waiting].map((file) => file.flush()));
  }

  #later(file: { flush(): Promise<void> }): void {
    this.#waiting.add(file);
    this.#timer ??= setTimeout(() => void this.flushAll(), FLUSH_EVERY);
  }

  #makeFolder(path: string): Promise<unknown> {
    let made = this.#folders.get(path);
    if (!made) {
      made = mkdir(path, { recursive: true, mode: OWNER_FOLDER });
      this.#folders.set(path, made);
      made.catch(() => this.#folders.delete(path));
    }
    return made;
  }
}

const NEWLINE = 10;

async function endsTorn(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const last = Buffer.alloc(1);
      return size > 0 && (await file.read(last, 0, 1, size - 1)).bytesRead === 1 && last[0] !== NEWLINE;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
