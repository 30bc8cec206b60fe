import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import type { CloudContext, LambdaLogLine } from '../cloud-context.ts';
import { DurableMap } from '../store/durable-map.ts';
import { GroupFiles, type LogEvent, type Position } from './group-files.ts';

export interface LogGroup {
  readonly name: string;
  readonly creationTime: number;
  readonly retentionInDays?: number;
  /** Streams made by CreateLogStream, with their time; those of functions are known by their events. */
  readonly streams: Readonly<Record<string, number>>;
}

const DAY_MS = 86_400_000;

/** All log groups: what they are set to, and their events on disk. */
export class LogGroups {
  readonly context: CloudContext;
  readonly #root: string;
  readonly #groups: DurableMap<LogGroup>;
  readonly #files = new Map<string, GroupFiles>();
  readonly #onLine = (line: LambdaLogLine) => this.#appendFromFunction(line);

  constructor(context: CloudContext) {
    this.context = context;
    this.#root = join(context.dataDir, 'logs');
    this.#groups = new DurableMap(join(this.#root, 'groups.jsonl'));
    context.events.on('lambda:log', this.#onLine);
  }

  find(name: string): LogGroup | undefined {
    return this.#groups.get(name);
  }

  named(name: string): LogGroup {
    const group = this.#groups.get(name);
    if (!group) throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
    return group;
  }

  all(): LogGroup[] {
    return [...this.#groups.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  save(group: LogGroup): void {
    this.#groups.set(group.name, group);
  }

  delete(name: string): void {
    this.#filesOf(name).delete();
    this.#files.delete(name);
    this.#groups.delete(name);
  }

  append(name: string, event: LogEvent): void {
    this.#filesOf(name).append(event);
  }

  /** The events of a group that its retention has not expired. */
  async *read(group: LogGroup, from?: Position): AsyncGenerator<{ event: LogEvent; position: Position }> {
    const oldest = group.retentionInDays ? Date.now() - group.retentionInDays * DAY_MS : 0;
    for await (const found of this.#filesOf(group.name).read(from)) {
      if (found.event.timestamp >= oldest) yield found;
    }
  }

  storedBytes(name: string): number {
    return this.#filesOf(name).storedBytes();
  }

  close(): void {
    this.context.events.off('lambda:log', this.#onLine);
    for (const files of this.#files.values()) files.flush();
    this.#groups.close();
  }

  #appendFromFunction({ logGroup, logStream, timestamp, message }: LambdaLogLine): void {
    if (!this.#groups.has(logGroup)) this.save({ name: logGroup, creationTime: timestamp, streams: {} });
    this.append(logGroup, { timestamp, ingestionTime: Date.now(), logStreamName: logStream, message });
  }

  #filesOf(name: string): GroupFiles {
    let files = this.#files.get(name);
    if (!files) {
      files = new GroupFiles(join(this.#root, folderName(name)), (failure) => this.context.log(failure));
      this.#files.set(name, files);
    }
    return files;
  }
}

/** A group's name as a folder's: readable where that is short enough. */
function folderName(name: string): string {
  const encoded = encodeURIComponent(name);
  return encoded.length <= 200 ? encoded : createHash('sha256').update(name).digest('hex');
}
