import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirectoryError } from './data-directory-error.ts';
import { OWNER_FILE, OWNER_FOLDER } from './store/owner-only.ts';

/** Says that everything in the folder is the local cloud's, so that `--fresh` may delete it. */
const MARKER = 'local-cloud.json';
const LOCK = 'lock.json';
const ENDPOINT = 'endpoint.json';
/** An app may be synthesized into the folder before the local cloud starts. */
const SYNTHESIZED = 'cdk.out';

/** How long a process that was killed, or is ending, may take. */
const PATIENCE_MS = 5_000;
const POLL_MS = 100;
/** How often is looked whether the folder is still there. */
const LOOK_MS = 1_000;

/** The folder that holds all state, ours alone while the local cloud runs. */
export interface DataDirectory {
  readonly path: string;
  /** Lets others find the local cloud that runs on this folder. */
  announce(endpoint: string, region: string): void;
  /** Calls back, once, when the folder is no longer where it was. */
  onLost(callback: (error: DataDirectoryError) => void): void;
  release(): void;
}

export interface DataDirectoryOptions {
  /** Forgets everything the folder holds. */
  readonly fresh?: boolean;
}

/** Waits for a process that is ending, and holds the folder still. */
export async function openDataDirectory(
  directory: string,
  { fresh = false }: DataDirectoryOptions = {},
): Promise<DataDirectory> {
  const path = resolve(directory);
  mkdirSync(path, { recursive: true, mode: OWNER_FOLDER });
  const isOurs = existsSync(join(path, MARKER));
  const foreign = readdirSync(path).find((name) => name !== SYNTHESIZED);
  if (!isOurs && foreign !== undefined) {
    throw new DataDirectoryError(
      `${directory} holds ${foreign} and is not a data folder of the local cloud. Give an empty or new folder with --data.`,
    );
  }
  // A folder made by hand may be open to others.
  chmodSync(path, OWNER_FOLDER);
  await lock(path, directory);
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
  let watch: NodeJS.Timeout | undefined;
  return {
    path,
    onLost(callback) {
      const inode = statSync(join(path, LOCK)).ino;
      watch = setInterval(() => {
        if (statSync(join(path, LOCK), { throwIfNoEntry: false })?.ino === inode) return;
        clearInterval(watch);
        callback(
          new DataDirectoryError(
            `The data folder ${directory} was moved or deleted while the local cloud ran on it, so nothing more can be stored. Put the folder back, and start again.`,
          ),
        );
      }, LOOK_MS).unref();
    },
    announce: (endpoint, region) =>
      writeFileSync(join(path, ENDPOINT), `${JSON.stringify({ endpoint, pid: process.pid, region })}\n`, {
        mode: OWNER_FILE,
      }),
    release() {
      clearInterval(watch);
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
async function lock(path: string, directory: string): Promise<void> {
  const file = join(path, LOCK);
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    try {
      const handle = openSync(file, 'wx', OWNER_FILE);
      writeSync(handle, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Owner));
      closeSync(handle);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (!owner || !isRunning(owner)) {
      rmSync(file, { force: true });
    } else if (Date.now() > end || owner.pid === process.pid || (await answers(path, owner))) {
      throw new DataDirectoryError(
        `${directory} is in use by another local cloud (process ${owner.pid}). Stop that one, or choose another folder with --data.`,
      );
    } else {
      await sleep(POLL_MS);
    }
  }
}

/** Whether the owner is at work, and not about to end. */
async function answers(path: string, { pid }: Owner): Promise<boolean> {
  try {
    const announced = JSON.parse(readFileSync(join(path, ENDPOINT), 'utf8')) as { endpoint: string; pid: number };
    if (announced.pid !== pid) return false;
    await fetch(announced.endpoint, { method: 'HEAD', signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
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
  const { state, start } = stateOf(pid);
  // A zombie has ended; its parent has not asked yet how.
  if (state !== undefined && 'ZX'.includes(state)) return false;
  return startedAt === undefined || start === undefined || start === startedAt;
}

const startOf = (pid: number): string | undefined => stateOf(pid).start;

/** Fields 3 and 22 of /proc/PID/stat, counted after the command's name, which may hold spaces; elsewhere what `ps` says. */
function stateOf(pid: number): { state?: string; start?: string } {
  try {
    if (process.platform !== 'linux') {
      const [state, ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
        .trim()
        .split(/\s+/);
      return { state: state?.[0], start: start.join(' ') };
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], start: fields[19] };
  } catch {
    return {};
  }
}
