import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { ResultRow } from '../../contracts/result-row.ts';
import { stagedPrefix } from '../../contracts/storage-keys.ts';
import { isNewer } from '../../core/rows/index-row.ts';

/** Objects read at the same time. */
const AT_ONCE = 32;

/**
 * The settled rows of a run, from the logs of its batches: each once, its latest attempt, and so each of its trials. Objects of a log never change,
 * so that one who asks again reads only what is new.
 */
export class StagedRows {
  readonly #s3: S3Client;
  readonly #bucket: string;
  readonly #evaluationId: string;
  readonly #read = new Set<string>();
  readonly #rows = new Map<string, ResultRow>();
  /** Calls that were answered for several models. */
  readonly #ofVariants = new Set<string>();

  constructor(s3: S3Client, bucket: string, evaluationId: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
    this.#evaluationId = evaluationId;
  }

  /** Brings it up to date. */
  async refresh(): Promise<ReadonlyMap<string, ResultRow>> {
    const request = { Bucket: this.#bucket, Prefix: stagedPrefix(this.#evaluationId) };
    const fresh: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#s3 }, request)) {
      fresh.push(...Contents.map(({ Key = '' }) => Key).filter((key) => !this.#read.has(key)));
    }
    for (let at = 0; at < fresh.length; at += AT_ONCE) {
      const keys = fresh.slice(at, at + AT_ONCE);
      const texts = await Promise.all(keys.map((key) => this.#text(key)));
      texts.forEach((text, index) => {
        this.#add(text);
        this.#read.add(keys[index] ?? '');
      });
    }
    return this.#rows;
  }

  async #text(key: string): Promise<string> {
    const { Body } = await this.#s3.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
    return (await Body?.transformToString()) ?? '';
  }

  /** The first line of an object says what was claimed; settled rows follow. What is no row is passed over. */
  #add(text: string): void {
    for (const line of text.split('\n').slice(1)) {
      const row = parseRow(line);
      if (row) this.#take(row);
    }
  }

  /** The answers of several models are results of their own, and take the place of a row that had none. */
  #take(row: ResultRow): void {
    const call = row.trial ? `${row.sample_id} ${row.trial}` : row.sample_id;
    if (row.variant) {
      this.#ofVariants.add(call);
      this.#rows.delete(call);
    } else if (this.#ofVariants.has(call)) return;
    const key = row.variant ? JSON.stringify([call, row.variant]) : call;
    if (isNewer(row, this.#rows.get(key))) this.#rows.set(key, row);
  }
}

function parseRow(line: string): ResultRow | undefined {
  if (line === '') return undefined;
  try {
    const row = JSON.parse(line) as ResultRow;
    return typeof row.sample_id === 'string' && typeof row.row_index === 'number' ? row : undefined;
  } catch {
    return undefined;
  }
}
