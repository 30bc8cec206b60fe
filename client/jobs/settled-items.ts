import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { ROW_STATUSES } from '../../contracts/result-row.ts';
import { logsPrefix } from '../../contracts/storage-keys.ts';
import { parseJson } from '../../core/json.ts';
import { eachOf } from './each-of.ts';

const READ_AT_ONCE = 32;
const NEWLINE = 10;

const settledSchema = z.object({
  row_index: z.number(),
  status: z.enum(ROW_STATUSES),
  attempt: z.number(),
  attempts: z.number(),
  error_class: z.string().nullish(),
  error_name: z.string().nullish(),
});

/** What became of an item, and where its whole row lies. */
export interface SettledItem extends z.output<typeof settledSchema> {
  readonly key: string;
  /** The first byte of its line, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

export interface LogPlace {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly evaluationId: string;
}

/** The settled items of a job, read from its logs. Objects of a log never change, so each is read once. */
export class SettledItems {
  /** By index, the attempt that counts. */
  readonly items = new Map<number, SettledItem>();
  readonly #place: LogPlace;
  readonly #before: number;
  readonly #read = new Set<string>();

  /** @param before only attempts before this one */
  constructor(place: LogPlace, before = Number.POSITIVE_INFINITY) {
    this.#place = place;
    this.#before = before;
  }

  /**
   * Takes in what has settled since the last time.
   * @param isEnough asked now and then: what is left is read the next time
   * @param onRead told of each object that is read
   */
  async refresh(
    isEnough: () => boolean = () => false,
    onRead: (key: string, bytes: Buffer) => void = () => {},
  ): Promise<this> {
    const { s3, bucket: Bucket, evaluationId } = this.#place;
    const fresh: string[] = [];
    const pages = paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: logsPrefix(evaluationId) });
    for await (const { Contents = [] } of pages) {
      fresh.push(...Contents.map(({ Key = '' }) => Key).filter((key) => !this.#read.has(key)));
    }
    for (let at = 0; at < fresh.length && !isEnough(); at += READ_AT_ONCE) {
      await eachOf(fresh.slice(at, at + READ_AT_ONCE), READ_AT_ONCE, async (key) => {
        const bytes = await readObject(key, this.#place);
        this.#take(key, bytes);
        onRead(key, bytes);
      });
    }
    return this;
  }

  #take(key: string, bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, from);
      const to = end < 0 ? bytes.length : end;
      // The first line is the entry itself, which is no row.
      const row = settledSchema.safeParse(parseJson(bytes.toString('utf8', from, to)));
      if (row.success && row.data.attempt < this.#before) this.#note({ ...row.data, key, from, to });
      from = to + 1;
    }
    this.#read.add(key);
  }

  /** As in the results table: a later attempt counts, and a skip never takes the place of a result. */
  #note(item: SettledItem): void {
    const known = this.items.get(item.row_index);
    if (known && rank(known) >= rank(item)) return;
    this.items.set(item.row_index, item);
  }
}

/** @param Range the whole object, unless given */
export async function readObject(
  Key: string,
  { s3, bucket: Bucket }: Pick<LogPlace, 's3' | 'bucket'>,
  Range?: string,
): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const rank = ({ status, attempt }: SettledItem): number => (status === 'skipped' ? attempt - 1_000_000 : attempt);
