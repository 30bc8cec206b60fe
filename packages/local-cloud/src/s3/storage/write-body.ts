import { constants, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { OWNER_FILE } from '../../store/owner-only.ts';
import type { Digester } from '../checksums/digester.ts';
import { entityTooLarge } from '../errors.ts';
import type { Place } from './bucket.ts';

export type Body = Buffer | AsyncIterable<Uint8Array>;

/** Bodies up to this size are written in one go, without the thread pool: far quicker for many small objects. */
const SMALL = 256 * 1024;
const BLOCK = 1024 * 1024;

/** Puts a body in its place and through the digester as it passes. A body larger than `limit` is refused. */
export async function writeBody(place: Place, body: Body, digester: Digester, limit: number): Promise<void> {
  const chunks = digested(Buffer.isBuffer(body) ? [body] : body, digester, limit);
  const { begun, ended } = await gather(chunks);
  if (ended && place.position === undefined)
    writeFileSync(place.path, Buffer.concat(begun), { flag: 'wx', mode: OWNER_FILE });
  else await writeBlocks(place, begun, chunks);
}

async function* digested(
  body: Exclude<Body, Buffer> | [Buffer],
  digester: Digester,
  limit: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    const buffer = asBuffer(chunk);
    size += buffer.length;
    if (size > limit) throw entityTooLarge(size, limit);
    digester.update(buffer);
    yield buffer;
  }
}

/** A Readable made with an encoding gives strings. */
function asBuffer(chunk: Uint8Array | string): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The beginning of a body, or all of it if it is small. */
async function gather(chunks: AsyncGenerator<Buffer>): Promise<{ begun: Buffer[]; ended: boolean }> {
  const begun: Buffer[] = [];
  let size = 0;
  while (size <= SMALL) {
    const { done, value } = await chunks.next();
    if (done) return { begun, ended: true };
    begun.push(value);
    size += value.length;
  }
  return { begun, ended: false };
}

async function writeBlocks({ path, position }: Place, begun: Buffer[], rest: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, position === undefined ? 'wx' : constants.O_WRONLY | constants.O_CREAT, OWNER_FILE);
  try {
    let at = position ?? 0;
    let block = begun;
    let size = block.reduce((sum, chunk) => sum + chunk.length, 0);
    const flush = async () => {
      await writeAll(file, block, size, at);
      at += size;
      block = [];
      size = 0;
    };
    for await (const chunk of rest) {
      block.push(chunk);
      size += chunk.length;
      if (size >= BLOCK) await flush();
    }
    await flush();
  } finally {
    await file.close();
  }
}

/** As they are, without a copy of all in one. A write may take less than it was given. */
async function writeAll(file: FileHandle, chunks: readonly Buffer[], size: number, position: number): Promise<void> {
  if (size === 0) return;
  let { bytesWritten: done } = await file.writev(chunks as Buffer[], position);
  while (done < size) {
    const { bytesWritten } = await file.write(Buffer.concat(chunks), done, size - done, position + done);
    done += bytesWritten;
  }
}
