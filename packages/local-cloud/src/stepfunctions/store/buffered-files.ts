import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What is not asked for sooner is on disk after so long. */
const FLUSH_EVERY = 100;
/** A file with more than this waiting is written at once. */
const LARGEST_BUFFER = 256 * 1024;

/** A file that lines are added to. Nothing is kept open: ten thousand executions may run at once. */
export interface BufferedFile {
  append(line: string): void;
  flush(): Promise<void>;
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
    let writing: Promise<void> = Promise.resolve();

    const write = async () => {
      if (lines.length === 0) return;
      let text = `${lines.join('\n')}\n`;
      lines = [];
      size = 0;
      this.#waiting.delete(file);
      try {
        if (await torn) text = `\n${text}`;
        torn = undefined;
        await this.#makeFolder(dirname(path));
        await appendFile(path, text, { mode: 0o600 });
      } catch (error) {
        this.#log(`The history at ${path} could not be written: ${error instanceof Error ? error.message : error}`);
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
      made = mkdir(path, { recursive: true, mode: 0o700 });
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
