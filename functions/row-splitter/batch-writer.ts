import type { S3Client } from '@aws-sdk/client-s3';
import type { Batch } from '../../contracts/batch.ts';
import { batchesKey, rowsPrefix, shardOf } from '../../contracts/storage-keys.ts';
import type { RowInMemory } from '../shared/line-reader.ts';
import { ObjectWriter } from '../shared/object-writer.ts';

export interface SplitAnswer {
  readonly batches: number;
  readonly rows: number;
  readonly manifestKey: string;
}

interface BatchTarget {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly evaluationId: string;
  readonly attempt: number;
  /** What the names of the row files begin with. */
  readonly fileName: string;
}

interface BatchLimits {
  readonly batchRows: number;
  /** A batch has no more bytes unless its only row has. A file that has as many gets no further batch. */
  readonly bytes: number;
}

/** A row's line, with the line break. */
type Row = Pick<RowInMemory, 'rowIndex' | 'buffer' | 'start' | 'end'>;

/** The file being written, and the batch at its end. */
interface Open {
  readonly file: ObjectWriter;
  readonly batch: Batch;
}

/**
 * Writes rows, which come in order, into files, and the manifest of their batches. A batch lies in one file and one shard.
 * The manifest appears last: whoever finds it finds all rows.
 */
export class BatchWriter {
  readonly #target: BatchTarget;
  readonly #limits: BatchLimits;
  readonly #manifest: ObjectWriter;
  readonly #manifestKey: string;
  #files = 0;
  #batches = 0;
  #rows = 0;
  #open: Open | undefined;

  constructor(target: BatchTarget, limits: BatchLimits) {
    this.#target = target;
    this.#limits = limits;
    this.#manifestKey = batchesKey(target.evaluationId, target.attempt);
    this.#manifest = this.#object(this.#manifestKey);
  }

  /** Takes a copy of the row. Answers a promise when no more should come before it is settled. */
  row({ rowIndex, buffer, start, end }: Row): Promise<void> | undefined {
    const shard = shardOf(rowIndex);
    const line = buffer.subarray(start, end);
    if (this.#open && this.#hasRoom(this.#open.batch, shard, line.length)) return this.#append(this.#open, line);
    return this.#begin(shard).then((open) => this.#append(open, line));
  }

  async finish(): Promise<SplitAnswer> {
    await this.#endBatch();
    await this.#endFile();
    await this.#manifest.finish();
    return { batches: this.#batches, rows: this.#rows, manifestKey: this.#manifestKey };
  }

  /** Gives up what is not finished. Files that are stay, named by no manifest. */
  async abandon(): Promise<void> {
    await this.#open?.file.abandon();
    await this.#manifest.abandon();
  }

  #hasRoom({ count, from, to, shard }: Batch, rowShard: number, bytes: number): boolean {
    return shard === rowShard && count < this.#limits.batchRows && to - from + bytes <= this.#limits.bytes;
  }

  #append({ batch, file }: Open, line: Buffer): Promise<void> | undefined {
    batch.to += line.length;
    batch.count++;
    this.#rows++;
    return file.write(line);
  }

  async #begin(shard: number): Promise<Open> {
    await this.#endBatch();
    if (this.#open && this.#open.batch.to >= this.#limits.bytes) await this.#endFile();
    const { file, batch } = this.#open ?? this.#beginFile();
    const { key, to } = batch;
    this.#open = { file, batch: { index: this.#batches++, key, from: to, to, count: 0, shard } };
    return this.#open;
  }

  async #endBatch(): Promise<void> {
    if (this.#open) await this.#manifest.write(Buffer.from(`${JSON.stringify(this.#open.batch)}\n`));
  }

  #beginFile(): Pick<Open, 'file'> & { readonly batch: Pick<Batch, 'key' | 'to'> } {
    const { evaluationId, attempt, fileName } = this.#target;
    const key = `${rowsPrefix(evaluationId, attempt)}${fileName}-${String(this.#files++).padStart(5, '0')}.jsonl`;
    return { file: this.#object(key), batch: { key, to: 0 } };
  }

  async #endFile(): Promise<void> {
    await this.#open?.file.finish();
    this.#open = undefined;
  }

  #object(Key: string): ObjectWriter {
    const { s3, bucket: Bucket } = this.#target;
    return new ObjectWriter(s3, { Bucket, Key, ContentType: 'application/x-ndjson' });
  }
}
