import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { type JobNote, type JobState, jobNoteSchema, jobState } from '../../../contracts/job-record.ts';
import { bulkJobKeys, bulkJobsPrefix } from '../../../contracts/storage-keys.ts';
import { findObject } from '../../../domain/objects/store/find-object.ts';
import { putIfAbsent } from '../../../domain/objects/store/put-if-absent.ts';
import { ObjectWriter } from '../../shared/object-writer.ts';

/** An item of a job: whose row it is, what the API knows it by, and what is sent. */
export interface JobItem {
  readonly sampleId: string;
  readonly trial: number;
  /** Attempts at the row before this job. */
  readonly attempts: number;
  /** Where the API has no id of ours. */
  readonly id?: string;
  readonly text: string;
}

/** Entries are read so many bytes at a time. */
const RANGE_BYTES = 8 * 1024 * 1024;

/** What is kept of the bulk jobs of a run: whatever happens to whoever submitted one, the next finds it. */
export class JobStore {
  readonly #s3: S3Client;
  readonly #bucket: string;
  readonly #evaluationId: string;

  constructor(s3: S3Client, bucket: string, evaluationId: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
    this.#evaluationId = evaluationId;
  }

  #keys(key: string) {
    return bulkJobKeys(this.#evaluationId, key);
  }

  async putItems(key: string, items: readonly JobItem[]): Promise<void> {
    const Body = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    await this.#s3.send(new PutObjectCommand({ Bucket: this.#bucket, Key: this.#keys(key).items, Body }));
  }

  async items(key: string): Promise<JobItem[]> {
    const { Body } = await this.#s3.send(new GetObjectCommand({ Bucket: this.#bucket, Key: this.#keys(key).items }));
    const items: JobItem[] = [];
    for await (const line of createInterface({ input: Body as Readable }))
      if (line !== '') items.push(JSON.parse(line));
    return items;
  }

  /** What is known of a job; undefined when nothing of it was ever sent. */
  async read(key: string): Promise<JobState | undefined> {
    const notes: JobNote[] = [];
    for (let note = await this.#note(key, 0); note; note = await this.#note(key, notes.length)) notes.push(note);
    return notes.length === 0 ? undefined : jobState(key, notes);
  }

  async #note(key: string, number: number): Promise<JobNote | undefined> {
    const found = await findObject(this.#s3, this.#bucket, this.#keys(key).note(number));
    return found && jobNoteSchema.parse(JSON.parse(await found.transformToString()));
  }

  /**
   * Adds to what is known of a job. False when another invocation has noted something meanwhile: it is at work on it.
   * @param notes that were read
   */
  async add(key: string, notes: number, note: Omit<JobNote, 'at'>, writer: string): Promise<boolean> {
    return putIfAbsent(this.#s3, {
      bucket: this.#bucket,
      key: this.#keys(key).note(notes),
      body: JSON.stringify({ at: new Date().toISOString(), ...note }),
      contentType: 'application/json',
      writer: `${writer}.${notes}`,
    });
  }

  /** All its rows are settled. */
  async end(key: string): Promise<void> {
    await this.#s3.send(new PutObjectCommand({ Bucket: this.#bucket, Key: this.#keys(key).ended, Body: '\n' }));
  }

  /** The keys of all jobs of the run that something was noted of, and whether they have ended. */
  async list(): Promise<Map<string, { isEnded: boolean }>> {
    const Prefix = bulkJobsPrefix(this.#evaluationId);
    const jobs = new Map<string, { isEnded: boolean }>();
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#s3 },
      { Bucket: this.#bucket, Prefix },
    )) {
      for (const { Key = '' } of Contents) {
        const [key = '', name = ''] = Key.slice(Prefix.length).split('/');
        if (name.startsWith('note-') && !jobs.has(key)) jobs.set(key, { isEnded: false });
        if (name === 'ended') jobs.set(key, { isEnded: true });
      }
    }
    return jobs;
  }

  /** A file of entries is there as a whole, or not at all. */
  entriesWriter(key: string, file: number): ObjectWriter {
    const target = { Bucket: this.#bucket, Key: this.#keys(key).entries(file), ContentType: 'application/x-ndjson' };
    return new ObjectWriter(this.#s3, target);
  }

  /** The lines of a file of entries; undefined when it is not there. A connection is never kept open while they are worked on. */
  async *entries(key: string, file: number): AsyncGenerator<string[]> {
    const Key = this.#keys(key).entries(file);
    let rest = Buffer.alloc(0);
    for (let from = 0; ; from += RANGE_BYTES) {
      const Range = `bytes=${from}-${from + RANGE_BYTES - 1}`;
      const found = await this.#range({ Bucket: this.#bucket, Key, Range });
      const bytes = Buffer.concat([rest, found]);
      const isLast = found.length < RANGE_BYTES;
      const end = isLast ? bytes.length : bytes.lastIndexOf(10) + 1;
      rest = bytes.subarray(end);
      yield bytes
        .toString('utf8', 0, end)
        .split('\n')
        .filter((line) => line !== '');
      if (isLast) return;
    }
  }

  /** Nothing where the file ends before the range begins, or is not there. */
  async #range(input: { Bucket: string; Key: string; Range: string }): Promise<Buffer> {
    try {
      const { Body } = await this.#s3.send(new GetObjectCommand(input));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      if (['InvalidRange', 'NoSuchKey'].includes((error as Error).name)) return Buffer.alloc(0);
      throw error;
    }
  }
}
