import { createHash } from 'node:crypto';
import type { Content } from '../storage/records.ts';
import { type ChecksumAlgorithm, createChecksum } from './checksum.ts';

/** Takes the bytes of one object or part as they pass, and knows their size, ETag and checksum afterwards. */
export class Digester {
  readonly #md5 = createHash('md5');
  readonly #algorithm: ChecksumAlgorithm;
  readonly #checksum;
  #size = 0;

  constructor(algorithm: ChecksumAlgorithm) {
    this.#algorithm = algorithm;
    this.#checksum = createChecksum(algorithm);
  }

  update(bytes: Buffer): void {
    this.#size += bytes.length;
    this.#md5.update(bytes);
    this.#checksum.update(bytes);
  }

  digest(): Required<Content> {
    return {
      size: this.#size,
      etag: this.#md5.digest('hex'),
      checksum: { algorithm: this.#algorithm, value: this.#checksum.digest().toString('base64'), type: 'FULL_OBJECT' },
    };
  }
}
