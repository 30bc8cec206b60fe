import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import type { CloudContext } from '../../../cloud-context.ts';
import type { Caller } from '../../../service.ts';
import { readerFailed } from './lines.ts';

interface GetObjectOutput {
  readonly Body?: unknown;
  readonly ContentEncoding?: string;
}

/** Where a dataset is read from, and as whom. */
export interface Source {
  readonly context: CloudContext;
  readonly caller: Caller;
}

export interface S3Location {
  readonly Bucket: string;
  readonly Key: string;
  readonly VersionId?: string;
}

/** An object's bytes, unpacked when its name or its Content-Encoding says it is compressed. */
export async function* readObject({ context, caller }: Source, location: S3Location): AsyncGenerator<Uint8Array> {
  let output: GetObjectOutput;
  try {
    output = await context.call<GetObjectOutput>('s3', 'GetObject', location, caller);
  } catch (error) {
    throw readerFailed(error instanceof Error ? error.message : String(error));
  }
  const body = asStream(output.Body);
  const unpack = decompressor(location.Key, output.ContentEncoding ?? '');
  if (!unpack) {
    yield* body;
    return;
  }
  body.on('error', (error) => unpack.destroy(error));
  try {
    yield* body.pipe(unpack);
  } catch (error) {
    throw readerFailed(`s3://${location.Bucket}/${location.Key} cannot be unpacked: ${String(error)}`);
  } finally {
    body.destroy();
  }
}

function asStream(body: unknown): Readable {
  if (body instanceof Readable) return body;
  if (body instanceof Uint8Array) return Readable.from([body]);
  if (typeof body === 'string') return Readable.from([Buffer.from(body)]);
  return Readable.from([]);
}

function decompressor(key: string, encoding: string): zlib.Gunzip | undefined {
  if (/\.gz(ip)?$/i.test(key) || /\bgzip\b/i.test(encoding)) return zlib.createGunzip();
  if (/\.zst(d)?$/i.test(key) || /\bzstd\b/i.test(encoding)) {
    const create = (zlib as { createZstdDecompress?: () => zlib.Gunzip }).createZstdDecompress;
    if (create) return create();
    throw readerFailed(`${key} is compressed with ZSTD, which Node.js ${process.version} cannot unpack; use GZIP.`);
  }
  return undefined;
}
