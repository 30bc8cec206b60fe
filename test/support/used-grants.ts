import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud } from 'local-cloud';

/** With `npm run grants` each cloud of the whole runs leaves here what its roles were granted and what they asked for. */
const FOLDER = process.env.ROLLCALL_GRANTS;

let clouds = 0;

/** A worker of vitest that has a cloud open is ended without a word. */
const LEAVE_EVERY_MS = 2_000;

/** Has a cloud leave its grants when it closes, and every now and then before. */
export function leavingGrants(cloud: LocalCloud): LocalCloud {
  if (!FOLDER) return cloud;
  const file = join(FOLDER, `${process.pid}-${clouds++}.json`);
  const leave = () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, JSON.stringify(cloud.grants()));
  };
  const leaving = setInterval(leave, LEAVE_EVERY_MS).unref();
  const close = () => {
    leave();
    clearInterval(leaving);
    return cloud.close();
  };
  return { ...cloud, close };
}
