import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud } from 'local-cloud';

/** With `npm run grants` each cloud of the whole runs leaves here what its roles were granted and what they asked for. */
const FOLDER = process.env.ROLLCALL_GRANTS;

let clouds = 0;

/** Has a cloud leave its grants when it closes, or with its process. */
export function leavingGrants(cloud: LocalCloud): LocalCloud {
  if (!FOLDER) return cloud;
  const file = join(FOLDER, `${process.pid}-${clouds++}.json`);
  const leave = () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, JSON.stringify(cloud.grants()));
  };
  process.once('exit', leave);
  const close = () => {
    leave();
    process.off('exit', leave);
    return cloud.close();
  };
  return { ...cloud, close };
}
