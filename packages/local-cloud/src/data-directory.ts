import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { DataDirectoryError } from './data-directory-error.ts';
import { OWNER_FILE, OWNER_FOLDER } from './store/owner-only.ts';

/** Says that everything in the folder is the local cloud's, so that `--fresh` may delete it. */
const MARKER = 'local-cloud.json';
const LOCK = 'lock.json';
const ENDPOINT = 'endpoint.json';
/** An app may be synthesized into the folder before the local cloud starts. */
const SYNTHESIZED = 'cdk.out';

/** The folder that holds all state, ours alone while the local cloud runs. */
export interface DataDirectory {
  readonly path: string;
  /** Lets others find the local cloud that runs on this folder. */
  announce(endpoint: string, region: string): void;
  release(): void;
}

export interface DataDirectoryOptions {
  /** Forgets everything the folder holds. */
  readonly fresh?: boolean;
  /** Other names of the marker: folders that hold one of these are the local cloud's too. */
  readonly formerMarkers?: readonly string[];
}

export function openDataDirectory(
  directory: string,
  { fresh = false, formerMarkers = [] }: DataDirectoryOptions = {},
): DataDirectory {
  const path = resolve(directory);
  mkdirSync(path, { recursive: true, mode: OWNER_FOLDER });
  const isOurs = [MARKER, ...formerMarkers].some((marker) => existsSync(join(path, marker)));
  const foreign = readdirSync(path).find((name) => name !== SYNTHESIZED);
  if (!isOurs && foreign !== undefined) {
    throw new DataDirectoryError(
      `${directory} holds ${foreign} and is not a data folder of the local cloud. Give an empty or new folder with --data.`,
    );
  }
  // A folder made by an earlier version, or by hand, may be open to others.
  chmodSync(path, OWNER_FOLDER);
  lock(path, directory);
  if (fresh) {
    for (const name of readdirSync(path)) {
      if (![MARKER, LOCK, SYNTHESIZED].includes(name)) rmSync(join(path, name), { recursive: true });
    }
  }
  writeFileSync(join(path, MARKER), `${JSON.stringify({ application: 'local cloud', version: 1 })}\n`, {
    mode: OWNER_FILE,
  });
  // It holds data and keys, and lies in folders that people keep in git.
  writeFileSync(join(path, '.gitignore'), '*\n', { mode: OWNER_FILE });
  return {
    path,
    announce: (endpoint, region) =>
      writeFileSync(join(path, ENDPOINT), `${JSON.stringify({ endpoint, pid: process.pid, region })}\n`, {
        mode: OWNER_FILE,
      }),
    release() {
      rmSync(join(path, ENDPOINT), { force: true });
      rmSync(join(path, LOCK), { force: true });
    },
  };
}

interface Owner {
  readonly pid: number;
  /** When the process began, where the system tells; process ids are used again. */
  readonly startedAt?: string;
}

/** The lock names a process; one that is gone no longer holds it. */
function lock(path: string, directory: string): void {
  const file = join(path, LOCK);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, 'wx', OWNER_FILE);
      writeSync(handle, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Owner));
      closeSync(handle);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = readOwner(file);
      if (owner && isRunning(owner)) break;
      rmSync(file, { force: true });
    }
  }
  const pid = readOwner(file)?.pid ?? 'unknown';
  throw new DataDirectoryError(
    `${directory} is in use by another local cloud (process ${pid}). Stop that one, or choose another folder with --data.`,
  );
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const start = startOf(pid);
  return startedAt === undefined || start === undefined || start === startedAt;
}

/** Field 22 of /proc/PID/stat, counted after the command's name, which may hold spaces. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
