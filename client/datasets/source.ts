import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DatasetError, quote } from '../../core/dataset/dataset-error.ts';
import type { ReadOptions } from '../../core/dataset/read-options.ts';

/** A file, bytes from elsewhere under a file's name, or rows themselves. */
export type DatasetSource =
  | { readonly path: string }
  | { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly name?: string; readonly rows: Iterable<object> | AsyncIterable<object> };

export interface OpenSource {
  /** File name without its folders. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly options: ReadOptions;
}

const CHUNK_BYTES = 512 * 1024;

/** Every source is bytes to the parser; rows are JSON Lines. */
export async function openSource(source: DatasetSource, options: ReadOptions): Promise<OpenSource> {
  if ('path' in source) {
    await refuseUnreadable(source.path);
    const bytes = createReadStream(source.path, { highWaterMark: CHUNK_BYTES });
    return { name: basename(source.path), bytes, options };
  }
  if ('bytes' in source) return { name: basename(source.name), bytes: source.bytes, options };
  return { name: source.name ?? 'rows', bytes: linesOf(source.rows), options: { ...options, format: 'rows' } };
}

async function refuseUnreadable(path: string): Promise<void> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new DatasetError(
      error.code === 'ENOENT' ? `There is no file ${quote(path)}.` : `${quote(path)} cannot be read: ${error.message}`,
      {},
      { cause: error },
    );
  });
  if (!file.isFile()) throw new DatasetError(`${quote(path)} is no file.`);
}

async function* linesOf(rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let text = '';
  let number = 0;
  for await (const row of rows) {
    number++;
    text += `${lineOf(row, number)}\n`;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function lineOf(row: unknown, number: number): string {
  try {
    const line = JSON.stringify(row);
    if (line !== undefined) return line;
  } catch (error) {
    throw new DatasetError(`Row ${number} cannot be written as JSON: ${(error as Error).message}`, { line: number });
  }
  throw new DatasetError(`Row ${number} is ${typeof row}; each row must be an object.`, { line: number });
}
