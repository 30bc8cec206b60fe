import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_FOLDER } from '../store/owner-only.ts';
import { appendWhole } from '../store/whole-append.ts';

export interface LogEvent {
  readonly timestamp: number;
  readonly ingestionTime: number;
  readonly logStreamName: string;
  readonly message: string;
}

/** Where an event is: the number of its file, and of its line in it. Positions grow and are never used again. */
export interface Position {
  readonly segment: number;
  readonly line: number;
}

const LARGEST_SEGMENT = 8 * 1024 * 1024;
/** The oldest files go first once a group takes more of the disk. */
const LARGEST_GROUP = 64 * 1024 * 1024;
const FLUSH_AFTER_MS = 100;
const FLUSH_AFTER_BYTES = 256 * 1024;

/** The events of one log group: `1.jsonl`, `2.jsonl`, …, appended to the last, each line `[timestamp, ingested, stream, message]`. */
export class GroupFiles {
  readonly #folder: string;
  readonly #segments: number[];
  #size = 0;
  #pending: string[] = [];
  #pendingBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  readonly #report: (failure: string) => void;

  constructor(folder: string, report: (failure: string) => void) {
    this.#folder = folder;
    this.#report = report;
    mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
    const numbers = readdirSync(folder).map((name) => Number(/^(\d+)\.jsonl$/.exec(name)?.[1] ?? Number.NaN));
    this.#segments = numbers.filter(Number.isInteger).sort((a, b) => a - b);
    // A file is never continued after a restart: its last line may be cut short.
    this.#segments.push((this.#segments.at(-1) ?? 0) + 1);
    this.#rotate();
  }

  append(event: LogEvent): void {
    const line = `${JSON.stringify([event.timestamp, event.ingestionTime, event.logStreamName, event.message])}\n`;
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pendingBytes > FLUSH_AFTER_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#size += this.#pendingBytes;
    this.#pendingBytes = 0;
    try {
      appendWhole(this.#path(this.#segments.at(-1) ?? 1), text);
    } catch (error) {
      // A full disk must not end the local cloud.
      this.#report(`Log lines could not be written: ${(error as Error).message}`);
    }
    if (this.#size > LARGEST_SEGMENT) {
      this.#segments.push((this.#segments.at(-1) ?? 0) + 1);
      this.#size = 0;
      this.#rotate();
    }
  }

  /** Every event from `from` on, in the order they came in. */
  async *read(from?: Position): AsyncGenerator<{ event: LogEvent; position: Position }> {
    this.flush();
    for (const segment of [...this.#segments]) {
      if (from && segment < from.segment) continue;
      const lines = (await readFile(this.#path(segment), 'utf8').catch(() => '')).split('\n');
      for (let line = from?.segment === segment ? from.line : 0; line < lines.length; line += 1) {
        const event = parseLine(lines[line] ?? '');
        if (event) yield { event, position: { segment, line } };
      }
    }
  }

  storedBytes(): number {
    return this.#segments.reduce((sum, segment) => sum + this.#sizeOf(segment), this.#pendingBytes);
  }

  delete(): void {
    clearTimeout(this.#timer);
    this.#pending = [];
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #rotate(): void {
    let total = this.storedBytes();
    while (total > LARGEST_GROUP && this.#segments.length > 1) {
      const oldest = this.#segments.shift() ?? 0;
      total -= this.#sizeOf(oldest);
      rmSync(this.#path(oldest), { force: true });
    }
  }

  #sizeOf(segment: number): number {
    return statSync(this.#path(segment), { throwIfNoEntry: false })?.size ?? 0;
  }

  #path(segment: number): string {
    return join(this.#folder, `${segment}.jsonl`);
  }
}

/** A line that was cut short by a SIGKILL, or damaged, is left out. */
function parseLine(text: string): LogEvent | undefined {
  if (text === '') return undefined;
  try {
    const line: unknown = JSON.parse(text);
    if (!Array.isArray(line)) return undefined;
    const [timestamp, ingestionTime, logStreamName, message] = line;
    const isEvent = Number.isFinite(timestamp) && Number.isFinite(ingestionTime);
    if (!isEvent || typeof logStreamName !== 'string' || typeof message !== 'string') return undefined;
    return { timestamp, ingestionTime, logStreamName, message };
  } catch {
    return undefined;
  }
}
