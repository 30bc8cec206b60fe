import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Parts of an upload: 10,000 of them make 80 GB, far more than a function gets through in its 15 minutes. */
const PART_BYTES = 8 * 1024 * 1024;
/** Most objects are small. Memory for a whole part would make V8 look for garbage at each of them. */
const FIRST_BYTES = 64 * 1024;
const MOST_IN_FLIGHT = 3;

interface HttpRequest {
  readonly headers: Record<string, string>;
}

type Target = Pick<PutObjectCommandInput, 'ContentType' | 'ContentDisposition'> & {
  readonly Bucket: string;
  readonly Key: string;
};

/** One object, written from beginning to end in constant memory. It appears, or replaces what was there, as a whole. */
export class ObjectWriter {
  readonly #s3: S3Client;
  readonly #target: Target;
  readonly #onBlock: ((block: Buffer) => void) | undefined;
  /** Grows up to a part's size. */
  #block: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Blocks that were sent and can be filled again. */
  readonly #spare: Buffer[] = [];
  #used = 0;
  #upload: Promise<string> | undefined;
  #parts = 0;
  readonly #inFlight = new Set<Promise<CompletedPart>>();
  readonly #done: CompletedPart[] = [];
  #failure: { readonly error: unknown } | undefined;

  /** `onBlock` is shown all bytes in order, a block at a time. */
  constructor(s3: S3Client, target: Target, onBlock?: (block: Buffer) => void) {
    this.#s3 = s3;
    this.#target = target;
    this.#onBlock = onBlock;
  }

  /** Takes a copy of the bytes. Answers a promise when no more should come before it is settled. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    const room = PART_BYTES - this.#used;
    if (bytes.length <= room) {
      this.#makeRoom(this.#used + bytes.length);
      this.#block.set(bytes, this.#used);
      this.#used += bytes.length;
      return this.#used === PART_BYTES ? this.#flush() : undefined;
    }
    this.#makeRoom(PART_BYTES);
    this.#block.set(bytes.subarray(0, room), this.#used);
    this.#used = PART_BYTES;
    return this.#flush().then(() => this.write(bytes.subarray(room)));
  }

  async finish(): Promise<void> {
    const last = this.#takeBlock();
    if (this.#upload) {
      if (last.length > 0) this.#send(last);
      await Promise.all(this.#inFlight);
      await this.#s3.send(
        new CompleteMultipartUploadCommand({
          ...this.#place(),
          UploadId: await this.#upload,
          MultipartUpload: { Parts: this.#done.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0)) },
        }),
      );
    } else {
      await this.#s3.send(new PutObjectCommand({ ...this.#target, Body: last }));
    }
  }

  /** Gives up what was uploaded so far; what was there before stays. */
  async abandon(): Promise<void> {
    if (!this.#upload) return;
    await Promise.allSettled(this.#inFlight);
    const UploadId = await this.#upload.catch(() => undefined);
    if (UploadId) await this.#s3.send(new AbortMultipartUploadCommand({ ...this.#place(), UploadId }));
  }

  #place() {
    const { Bucket, Key } = this.#target;
    return { Bucket, Key };
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#block.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, Math.max(bytes, 2 * this.#block.length)));
    this.#block.copy(larger, 0, 0, this.#used);
    this.#block = larger;
  }

  #takeBlock(): Buffer {
    const block = this.#block.subarray(0, this.#used);
    this.#onBlock?.(block);
    this.#used = 0;
    return block;
  }

  async #flush(): Promise<void> {
    this.#send(this.#takeBlock());
    this.#block = this.#spare.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
    if (this.#inFlight.size >= MOST_IN_FLIGHT) await Promise.race(this.#inFlight);
    if (this.#failure) throw this.#failure.error;
  }

  #send(body: Buffer): void {
    this.#upload ??= this.#begin();
    const sending = this.#uploadPart(body, ++this.#parts, this.#upload);
    this.#inFlight.add(sending);
    sending.then(
      (part) => {
        this.#spare.push(body);
        this.#done.push(part);
        this.#inFlight.delete(sending);
      },
      // It stays in flight, so that whoever waits next learns of it.
      (error) => {
        this.#failure ??= { error };
      },
    );
  }

  async #begin(): Promise<string> {
    const { UploadId = '' } = await this.#s3.send(
      new CreateMultipartUploadCommand({
        ...this.#target,
        ChecksumAlgorithm: 'CRC32',
        ChecksumType: 'FULL_OBJECT',
      }),
    );
    return UploadId;
  }

  async #uploadPart(Body: Buffer, PartNumber: number, upload: Promise<string>): Promise<CompletedPart> {
    const command = new UploadPartCommand({
      ...this.#place(),
      UploadId: await upload,
      PartNumber,
      Body,
      ChecksumAlgorithm: 'CRC32',
    });
    // TLS protects the bytes on their way and the CRC proves that they arrived: a signature would hash them once more.
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as HttpRequest).headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
        return next(args);
      },
      { step: 'build', name: 'unsignedPayload' },
    );
    const { ETag, ChecksumCRC32 } = await this.#s3.send(command);
    return { PartNumber, ETag, ChecksumCRC32 };
  }
}
