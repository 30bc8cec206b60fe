import { AwsError } from '../../aws-error.ts';
import type { StoredEvent } from '../engine/resume.ts';
import type { EndRecord, StartRecord } from './execution-record.ts';

interface RedriveRecord {
  readonly record: 'redrive';
  readonly redriveCount: number;
  readonly redriveDate: number;
}

type Entry = StartRecord | RedriveRecord | EndRecord | StoredEvent;

/** Nothing for a line that is damaged: the others are still worth reading. */
export function parseEntry(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Entry | null;
    if (entry === null || typeof entry !== 'object') return undefined;
    return 'record' in entry || Number.isInteger(entry.id) ? entry : undefined;
  } catch {
    return undefined;
  }
}

export const isStart = (entry: Entry): entry is StartRecord => 'record' in entry && entry.record === 'start';

export function startOf(path: string, line: string): StartRecord {
  const entry = parseEntry(line);
  if (entry && isStart(entry)) return entry;
  throw new AwsError(
    'InternalFailure',
    `The file of this execution is damaged in its first line: ${path}. Put back a copy, or delete the file; the execution is forgotten then, and no other.`,
    500,
  );
}
