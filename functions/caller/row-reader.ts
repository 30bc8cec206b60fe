import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Batch } from '../../contracts/batch.ts';
import { type DatasetRow, datasetRowSchema } from '../../contracts/dataset-row.ts';

/** Read at once: some thousand small rows. A connection is never kept open while rows are called. */
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;

export interface PlacedRow {
  /** The row's place in the batch, and the byte of the file it begins at. */
  readonly place: number;
  readonly byte: number;
  readonly row: DatasetRow;
}

/** The rows of a batch, one after another, from any place on. */
export class RowReader {
  readonly #s3: S3Client;
  readonly #bucket: string;
  readonly #batch: Batch;
  #place: number;
  /** Where the next row begins. */
  #byte: number;
  #buffer = Buffer.alloc(0);

  constructor(s3: S3Client, bucket: string, batch: Batch, from: { readonly row: number; readonly byte: number }) {
    this.#s3 = s3;
    this.#bucket = bucket;
    this.#batch = batch;
    this.#place = from.row;
    this.#byte = from.byte;
  }

  get place(): number {
    return this.#place;
  }

  get byte(): number {
    return this.#byte;
  }

  async next(): Promise<PlacedRow | undefined> {
    if (this.#byte >= this.#batch.to) return undefined;
    let end = this.#buffer.indexOf(NEWLINE);
    while (end < 0) {
      const searched = this.#buffer.length;
      await this.#readMore();
      end = this.#buffer.indexOf(NEWLINE, searched);
    }
    const row = datasetRowSchema.parse(JSON.parse(this.#buffer.toString('utf8', 0, end)));
    const placed = { place: this.#place++, byte: this.#byte, row };
    this.#buffer = this.#buffer.subarray(end + 1);
    this.#byte += end + 1;
    return placed;
  }

  async #readMore(): Promise<void> {
    const from = this.#byte + this.#buffer.length;
    const to = Math.min(this.#batch.to, from + CHUNK_BYTES) - 1;
    if (to < from) throw new Error(`The rows of batch ${this.#batch.index} end in the middle of a line.`);
    const { Body } = await this.#s3.send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: this.#batch.key, Range: `bytes=${from}-${to}` }),
    );
    const bytes = await Body?.transformToByteArray();
    this.#buffer = Buffer.concat([this.#buffer, bytes ?? Buffer.alloc(0)]);
  }
}
