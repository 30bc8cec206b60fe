import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StatesError } from '../../engine/states-error.ts';
import { readerFailed } from './lines.ts';

/** One item a row. A Parquet file is read from its end, so the object is put into a file first. */
export async function* readParquet(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'local-cloud-parquet-'));
  try {
    const path = join(folder, 'rows.parquet');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    yield* rowsOf(path);
  } catch (error) {
    if (error instanceof StatesError) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0]?.replaceAll(folder, '') : String(error);
    throw readerFailed(`The Parquet dataset cannot be read: ${reason}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* rowsOf(path: string): AsyncGenerator<unknown> {
  // Loaded only by those who read Parquet: it is the largest library of the local cloud.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const database = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await database.connect();
  try {
    const rows = await connection.stream(`SELECT to_json(t) FROM read_parquet('${path.replaceAll("'", "''")}') t`);
    for (let chunk = await rows.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
      for (const [json] of chunk.getRows()) yield JSON.parse(String(json));
    }
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
