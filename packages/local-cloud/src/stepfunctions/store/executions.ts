import { existsSync } from 'node:fs';
import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { appendWholeLater } from '../../store/whole-append.ts';
import { executionPlace } from '../arns.ts';
import type { StoredEvent } from '../engine/resume.ts';
import { type BufferedFile, BufferedFiles } from './buffered-files.ts';
import { ExecutionFiles } from './execution-files.ts';
import { parseIndexLine, readIndex } from './execution-index.ts';
import type { EndRecord, ExecutionRecord, ExecutionSummary, IndexLine, StartRecord } from './execution-record.ts';
import { isStart, parseEntry, startOf } from './history-line.ts';
import { readEnds, readLines } from './lines.ts';

/** How a file of an execution that is being run is written. */
export interface ExecutionWriter {
  append(line: string): void;
  /** Until everything written so far is on disk. */
  flush(): Promise<void>;
  end(end: EndRecord): Promise<void>;
}

const STOPPED_CAUSE = 'The local cloud was stopped while this execution ran.';

/** Executions on disk. Only those that run are in memory. */
export class Executions {
  readonly #files: ExecutionFiles;
  readonly #buffers: BufferedFiles;
  readonly #running = new Map<string, { record: ExecutionRecord; file: BufferedFile }>();
  readonly #indexes = new Map<string, BufferedFile>();
  #closed = false;

  constructor(dataDir: string, log: (line: string) => void) {
    this.#files = new ExecutionFiles(dataDir);
    this.#buffers = new BufferedFiles(log);
  }

  exists(arn: string): boolean {
    return this.#running.has(arn) || existsSync(this.#files.history(executionPlace(arn)));
  }

  running(arn: string): ExecutionRecord | undefined {
    return this.#running.get(arn)?.record;
  }

  /** Begins an execution's file, or goes on with that of a redriven one. */
  open(start: StartRecord, redrive?: { readonly redriveCount: number; readonly redriveDate: number }): ExecutionWriter {
    const file = this.#buffers.open(this.#files.history(executionPlace(start.arn)));
    const index = this.#index(start);
    const record: ExecutionRecord = { start, redriveCount: 0, ...redrive };
    this.#running.set(start.arn, { record, file });
    file.append(JSON.stringify(redrive ? { record: 'redrive', ...redrive } : start));
    writeIndex(index, {
      name: start.name,
      at: redrive?.redriveDate ?? start.startDate,
      itemCount: start.itemCount,
      redriveCount: redrive?.redriveCount,
      versionArn: start.versionArn,
      aliasArn: start.aliasArn,
    });
    return {
      append: (line) => {
        if (!this.#closed) file.append(line);
      },
      flush: async () => {
        await Promise.all([file.flush(), index.flush()]);
      },
      end: async (end) => {
        if (this.#closed) return;
        this.#running.set(start.arn, { record: { ...record, end }, file });
        file.append(JSON.stringify(end));
        writeIndex(index, { name: start.name, at: end.stopDate, status: end.status });
        await (start.mapRunArn === undefined ? Promise.all([file.flush(), index.flush()]) : file.flush());
        // What the disk has not taken yet is known from memory alone.
        if (!file.isBehind()) this.#running.delete(start.arn);
      },
    };
  }

  async find(arn: string): Promise<ExecutionRecord | undefined> {
    const running = this.#running.get(arn)?.record;
    if (running) return running;
    const path = this.#files.history(executionPlace(arn));
    const ends = await readEnds(path);
    if (!ends) return undefined;
    const start = startOf(path, ends.first);
    const last = parseEntry(ends.last);
    if (last && 'record' in last && last.record === 'end') {
      return { start, redriveCount: last.redriveCount, redriveDate: last.redriveDate, end: last };
    }
    return this.#running.get(arn)?.record ?? this.#closeAbandoned(path, start, ends.whole);
  }

  /** All events, oldest first. */
  async *events(arn: string): AsyncGenerator<StoredEvent> {
    await this.#running.get(arn)?.file.flush();
    for await (const line of readLines(this.#files.history(executionPlace(arn)))) {
      const event = parseEntry(line);
      if (event && !('record' in event)) yield event;
    }
  }

  async list(machine: string): Promise<ExecutionSummary[]> {
    return this.#list(
      this.#files.index(machine),
      (start) => start.machine === machine && start.mapRunArn === undefined,
    );
  }

  async listMapRun(mapRunArn: string): Promise<ExecutionSummary[]> {
    return this.#list(this.#files.mapRunIndex(mapRunArn), (start) => start.mapRunArn === mapRunArn);
  }

  /** Ends what was running when the local cloud stopped, children apart: they are ended when somebody looks. */
  async closeAbandoned(): Promise<ExecutionRecord[]> {
    const closed: ExecutionRecord[] = [];
    for (const folder of await readdir(this.#files.root).catch(() => [])) {
      const index = join(this.#files.root, folder, 'index.jsonl');
      const cut = new Set<string>();
      for await (const text of readLines(index)) {
        const line = parseIndexLine(text);
        if (!line) continue;
        if (line.status === undefined) cut.add(line.name);
        else cut.delete(line.name);
      }
      for (const name of cut) {
        const path = this.#files.history({ machine: decodeURIComponent(folder), name });
        const ends = await readEnds(path);
        if (!ends) continue;
        const start = parseEntry(ends.first);
        // Told when somebody asks for it; the others must go on.
        if (!start || !isStart(start)) continue;
        const last = parseEntry(ends.last);
        if (last && 'record' in last && last.record === 'end') {
          writeIndex(this.#index(start), { name, at: last.stopDate, status: last.status });
        } else {
          closed.push(await this.#closeAbandoned(path, start, ends.whole));
        }
      }
    }
    return closed;
  }

  /** What runs on is not written down any more: it counts as cut off from here. */
  async close(): Promise<void> {
    await this.#buffers.flushAll();
    this.#closed = true;
  }

  async #list(path: string, belongs: (start: StartRecord) => boolean): Promise<ExecutionSummary[]> {
    await this.#indexes.get(path)?.flush();
    const names = new Set<string>();
    for (const { record } of this.#running.values()) {
      if (!record.end && belongs(record.start)) names.add(record.start.name);
    }
    return readIndex(path, (name) => names.has(name));
  }

  /** The events of a process that was killed may end in half a line. */
  async #closeAbandoned(path: string, start: StartRecord, whole: number): Promise<ExecutionRecord> {
    const stopDate = (await stat(path)).mtimeMs;
    await truncate(path, whole);
    let lastId = 0;
    let redrive: { redriveCount: number; redriveDate?: number } = { redriveCount: 0 };
    for await (const line of readLines(path)) {
      const entry = parseEntry(line);
      if (!entry) continue;
      if (!('record' in entry)) lastId = entry.id;
      else if (entry.record === 'redrive') {
        redrive = { redriveCount: entry.redriveCount, redriveDate: entry.redriveDate };
      }
    }
    const event = {
      id: lastId + 1,
      previousEventId: lastId,
      timestamp: Math.round(stopDate),
      type: 'ExecutionAborted',
      executionAbortedEventDetails: { cause: STOPPED_CAUSE },
    };
    const end: EndRecord = {
      record: 'end',
      status: 'ABORTED',
      stopDate: Math.round(stopDate),
      cause: STOPPED_CAUSE,
      ...redrive,
    };
    await appendWholeLater(path, `${JSON.stringify(event)}\n${JSON.stringify(end)}\n`);
    writeIndex(this.#index(start), { name: start.name, at: end.stopDate, status: end.status });
    return { start, ...redrive, end };
  }

  #index(start: StartRecord): BufferedFile {
    const path =
      start.mapRunArn === undefined ? this.#files.index(start.machine) : this.#files.mapRunIndex(start.mapRunArn);
    let index = this.#indexes.get(path);
    if (!index) {
      index = this.#buffers.open(path, { repair: true });
      this.#indexes.set(path, index);
    }
    return index;
  }
}

function writeIndex(index: BufferedFile, line: IndexLine): void {
  index.append(JSON.stringify(line));
}
