import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DataDirectoryError } from '../../data-directory-error.ts';
import { isRepaired, setFileAside } from '../../store/damaged-file.ts';
import { OWNER_FILE } from '../../store/owner-only.ts';
import { literal } from '../sql/functions/function.ts';

/** The attached database that holds the rows of Iceberg tables. */
export const LAKE = 'lake';

/** Opens the file of tables and its write-ahead log; a repair sets aside first the log, then the file, if it must. */
export async function attachTables(connection: DuckDBConnection, path: string): Promise<void> {
  const log = `${path}.wal`;
  try {
    if (!existsSync(path)) await makeTables(connection, path);
    await connection.run(`ATTACH ${literal(path)} AS ${LAKE}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (NO_ROOM.test(message)) throw Object.assign(new Error(message), { code: 'ENOSPC' });
    if (/\block\b/i.test(message)) {
      throw new DataDirectoryError(
        `Another process uses the tables in ${path}. End it, or start this one with another --data folder.`,
      );
    }
    if (!isRepaired(path)) throw cannotOpen(path, message);
    if (existsSync(log)) setFileAside(log, 'the last changes of Iceberg tables are lost');
    else setFileAside(path, 'the rows of Iceberg tables are lost, and the tables are empty');
    await attachTables(connection, path);
  }
  for (const file of [path, log]) if (existsSync(file)) chmodSync(file, OWNER_FILE);
}

/** As the system says it, when a disk is full, a quota is used up, or a file may not grow. */
const NO_ROOM = /No space left|quota exceeded|File too large/i;

/** Under another name until it is whole: on a full disk DuckDB leaves half a file, which it would not open again. */
async function makeTables(connection: DuckDBConnection, path: string): Promise<void> {
  const made = `${path}.new`;
  for (const left of [made, `${made}.wal`]) rmSync(left, { force: true });
  await connection.run(`ATTACH ${literal(made)} AS making`);
  await connection.run('DETACH making');
  renameSync(made, path);
}

const cannotOpen = (path: string, message: string): DataDirectoryError =>
  new DataDirectoryError(
    `The file of Iceberg tables, ${path}, or the log of its last changes, ${path}.wal, is damaged: ${message} ` +
      'Nothing was changed. Put back copies of both, or start with --repair, which sets them aside, first the log alone; ' +
      'tables are empty or older then, and all else is kept. (--fresh would forget the whole data folder.)',
  );
