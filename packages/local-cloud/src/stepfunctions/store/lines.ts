import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The whole lines of a file, one by one; none when there is no such file. A last line cut short is left out. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    let rest: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        rest.push(chunk.subarray(start, end));
        yield Buffer.concat(rest).toString('utf8');
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

const CHUNK = 64 * 1024;

/** The first and the last whole line, without reading what is between; undefined when there is no such file. */
export async function readEnds(path: string): Promise<{ first: string; last: string; whole: number } | undefined> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const first = await readFirst(file, size);
    if (first === undefined) return undefined;
    return { first, ...(await readLast(file, size)) };
  } finally {
    await file.close();
  }
}

async function readFirst(file: FileHandle, size: number): Promise<string | undefined> {
  for (let length = CHUNK; ; length *= 4) {
    const text = await readAt(file, 0, Math.min(length, size));
    const end = text.indexOf(10);
    if (end >= 0) return text.subarray(0, end).toString('utf8');
    if (length >= size) return undefined;
  }
}

/** `whole` is the length of the file up to its last newline. */
async function readLast(file: FileHandle, size: number): Promise<{ last: string; whole: number }> {
  for (let length = CHUNK; ; length *= 4) {
    const start = Math.max(size - length, 0);
    const text = await readAt(file, start, size - start);
    const end = text.lastIndexOf(10);
    const before = end > 0 ? text.lastIndexOf(10, end - 1) : -1;
    if (before >= 0 || start === 0) {
      return { last: text.subarray(before + 1, end).toString('utf8'), whole: start + end + 1 };
    }
  }
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}
