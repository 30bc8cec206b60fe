import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { type ResultRow, ROW_STATUSES } from '../../../contracts/result-row.ts';
import { eachOf } from '../../../core/each-of.ts';
import { parseJson } from '../../../core/json.ts';
import { CountingRows } from '../counting-rows.ts';
import { runLogPrefix } from '../log-keys.ts';

const READ_AT_ONCE = 32;
const NEWLINE = 10;

/** Of the objects that were just read, what memory may hold. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

export interface RunLogPlace {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly evaluationId: string;
}

/** Where a settled row lies: the first byte of its line, and the one after the last. */
export interface RowPlace {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** A line without these is not a row; the staging table's reader, `core/sql/staged-rows.ts`, ignores the same ones. */
const rowSchema = z.object({
  sample_id: z.string(),
  row_index: z.number(),
  attempt: z.number(),
  status: z.enum(ROW_STATUSES),
});

/** The settled rows of a run that count, read from its logs. Objects of a log never change, so each is read once. */
export class SettledRows<T = ResultRow> {
  readonly rows = new CountingRows<T>();
  readonly #place: RunLogPlace;
  readonly #keep: (row: ResultRow, place: RowPlace) => T;
  readonly #before: number;
  readonly #read = new Set<string>();

  /**
   * @param keep what to remember of a row
   * @param before only attempts before this one
   */
  constructor(
    place: RunLogPlace,
    keep: (row: ResultRow, place: RowPlace) => T,
    before: number = Number.POSITIVE_INFINITY,
  ) {
    this.#place = place;
    this.#keep = keep;
    this.#before = before;
  }

  /**
   * Reads what has settled since the last time.
   * @param isEnough asked now and then; the rest is read the next time
   * @param justRead keeps the objects that are read, for whoever reads whole rows next
   */
  async refresh(isEnough: () => boolean = () => false, justRead?: JustRead): Promise<CountingRows<T>> {
    const { s3, bucket: Bucket, evaluationId } = this.#place;
    const fresh: string[] = [];
    const pages = paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: runLogPrefix(evaluationId) });
    for await (const { Contents = [] } of pages) {
      fresh.push(...Contents.map(({ Key = '' }) => Key).filter((key) => !this.#read.has(key)));
    }
    for (let at = 0; at < fresh.length && !isEnough(); at += READ_AT_ONCE) {
      await eachOf(fresh.slice(at, at + READ_AT_ONCE), READ_AT_ONCE, async (key) => {
        const bytes = await readObject(key, this.#place);
        this.#take(key, bytes);
        justRead?.keep(key, bytes);
      });
    }
    return this.rows;
  }

  #take(key: string, bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, from);
      const to = end < 0 ? bytes.length : end;
      // The first line is the entry itself, which is not a row.
      const value = parseJson(bytes.toString('utf8', from, to));
      if (rowSchema.safeParse(value).success) {
        const row = value as ResultRow;
        if (row.attempt < this.#before) this.rows.add(row, this.#keep(row, { key, from, to }));
      }
      from = to + 1;
    }
    this.#read.add(key);
  }
}

/** The settled rows of a run that count, whole. */
export const readSettledRows = (place: RunLogPlace): Promise<CountingRows<ResultRow>> =>
  new SettledRows(place, (row) => row).refresh();

/** Objects that a request has read, so that it does not read them again for whole rows. */
export class JustRead {
  readonly #objects = new Map<string, Buffer>();
  #bytes = 0;

  keep(key: string, bytes: Buffer): void {
    if (this.#bytes + bytes.length > MOST_KEPT_BYTES) return;
    this.#bytes += bytes.length;
    this.#objects.set(key, bytes);
  }

  get(key: string): Buffer | undefined {
    return this.#objects.get(key);
  }
}

/** Whole rows, in the order of their places. The rows of one object are read at once. */
export async function readRows(
  places: readonly RowPlace[],
  log: Pick<RunLogPlace, 's3' | 'bucket'>,
  justRead?: JustRead,
): Promise<ResultRow[]> {
  const rows = new Map<RowPlace, ResultRow>();
  const keys = [...new Set(places.map(({ key }) => key))];
  await eachOf(keys, READ_AT_ONCE, async (key) => {
    const inObject = places.filter((place) => place.key === key);
    const kept = justRead?.get(key);
    const first = kept ? 0 : Math.min(...inObject.map(({ from }) => from));
    const last = Math.max(...inObject.map(({ to }) => to)) - 1;
    const bytes = kept ?? (await readObject(key, log, `bytes=${first}-${last}`));
    for (const place of inObject) {
      rows.set(place, JSON.parse(bytes.toString('utf8', place.from - first, place.to - first)));
    }
  });
  return places.flatMap((place) => rows.get(place) ?? []);
}

/** @param Range default: the whole object */
async function readObject(
  Key: string,
  { s3, bucket: Bucket }: Pick<RunLogPlace, 's3' | 'bucket'>,
  Range?: string,
): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}
