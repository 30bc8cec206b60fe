import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { ObjectWriter } from '../shared/object-writer.ts';

/** The file of an export: a browser saves it under its name, and whoever asked for it can check what arrived. */
export class ExportFile {
  readonly #object: ObjectWriter;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(s3: S3Client, bucket: string, key: string, contentType: string) {
    const name = key.slice(key.lastIndexOf('/') + 1);
    const target = {
      Bucket: bucket,
      Key: key,
      ContentType: contentType,
      ContentDisposition: `attachment; filename="${name}"`,
    };
    this.#object = new ObjectWriter(s3, target, (block) => {
      this.#hash.update(block);
      this.#bytes += block.length;
    });
  }

  /** Takes a copy of the bytes. Answers a promise when no more should come before it is settled. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#object.write(bytes);
  }

  async finish(): Promise<{ bytes: number; sha256: string }> {
    await this.#object.finish();
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Gives up what was uploaded so far; what was there before stays. */
  abandon(): Promise<void> {
    return this.#object.abandon();
  }
}
