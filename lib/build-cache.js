// Plain JavaScript: it is also what loads the project's TypeScript.
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A build that is in use is touched; one that nobody has used for this long is removed. */
const KEPT_MS = 24 * 3600 * 1000;

export const PROJECT = join(import.meta.dirname, '..');

/** What `npm pack` has built is used where it is installed only: in a checkout it may be older than its sources. */
export const IS_INSTALLED = basename(dirname(PROJECT)) === 'node_modules' && existsSync(join(PROJECT, 'dist'));

/** The folder for builds of this name, beside the packages they import; of no use to anybody else where that is not ours to write. */
export function buildFolder(name) {
  const packages = join(PROJECT, 'node_modules');
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, '.cache/rollcall', name);
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-build-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

/**
 * Builds that are used again as long as everything they were made from has the same content: a build lies in a folder of
 * the hash of all the files it has read.
 */
export class BuildCache {
  #root;
  #folder;
  #settings;
  #index;

  constructor({ root, folder, settings }) {
    this.#root = root;
    this.#folder = folder;
    this.#settings = JSON.stringify(settings);
    this.#index = join(folder, 'inputs.json');
    mkdirSync(folder, { recursive: true });
  }

  find() {
    if (!existsSync(this.#index)) return undefined;
    const key = this.#keyOf(JSON.parse(readFileSync(this.#index, 'utf8')));
    const folder = key && join(this.#folder, key);
    return folder && existsSync(folder) ? used(folder) : undefined;
  }

  /** An empty folder to build into, and when that began. */
  begin() {
    const folder = mkdtempSync(join(this.#folder, 'making-'));
    // By the clock that dates the edits, which is not the process's: a file system's may be some milliseconds behind.
    return { folder, startedAt: statSync(folder).mtimeMs };
  }

  /** Keeps what was built from these files; the answer is where it is now. */
  keep({ folder, startedAt }, inputs) {
    const key = this.#keyOf(inputs);
    const editedAt = (path) => statSync(join(this.#root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // Edited in between: it is not known which content went into the build.
    if (!key || inputs.some((path) => editedAt(path) >= startedAt)) return folder;
    const kept = join(this.#folder, key);
    try {
      renameSync(folder, kept);
    } catch (error) {
      // Another process has made the same.
      if (!existsSync(kept)) throw error;
      rmSync(folder, { recursive: true, force: true });
    }
    const list = `${this.#index}.${process.pid}`;
    writeFileSync(list, JSON.stringify(inputs));
    renameSync(list, this.#index);
    this.#removeOld();
    return used(kept);
  }

  #keyOf(inputs) {
    const hash = createHash('sha256').update(this.#settings);
    try {
      for (const path of inputs) hash.update(`\0${path}\0`).update(readFileSync(join(this.#root, path)));
    } catch {
      // One of them is gone.
      return undefined;
    }
    return hash.digest('hex');
  }

  #removeOld() {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (Date.now() - usedAt > KEPT_MS) rmSync(path, { recursive: true, force: true });
    }
  }
}

function used(folder) {
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}
