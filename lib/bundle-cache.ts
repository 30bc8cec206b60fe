import { createHash } from 'node:crypto';
import {
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
import { join } from 'node:path';

/** What a build has read, by paths relative to `root`. */
type Inputs = readonly string[];

interface BundleCache {
  /** Relative paths are meant from here. */
  readonly root: string;
  readonly folder: string;
  /** What the output depends on besides the files that are read: options, versions. */
  readonly settings: unknown;
}

/** A build that is in use is touched; one that nobody has used for this long is removed. */
const KEPT_MS = 24 * 3600 * 1000;

/**
 * The folder with what `build` makes. It is named after the content of every file that the last build has read, so that a
 * build is used again exactly as long as all of them are unchanged.
 * @param build writes into the folder it is given, and says what it has read
 */
export function builtOnce({ root, folder, settings }: BundleCache, build: (outdir: string) => Inputs): string {
  const index = join(folder, 'inputs.json');
  const keyOf = (inputs: Inputs): string | undefined => {
    const hash = createHash('sha256').update(JSON.stringify(settings));
    try {
      for (const path of inputs) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
    } catch {
      // One of them is gone.
      return undefined;
    }
    return hash.digest('hex');
  };
  mkdirSync(folder, { recursive: true });
  const known = existsSync(index) ? keyOf(JSON.parse(readFileSync(index, 'utf8')) as Inputs) : undefined;
  if (known && existsSync(join(folder, known))) return used(join(folder, known));

  const fresh = mkdtempSync(join(folder, 'making-'));
  const startedAt = Date.now();
  const inputs = build(fresh);
  const key = keyOf(inputs);
  // Edited in between: it is not known which content went into the build.
  const isEdited = inputs.some(
    (path) => (statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt,
  );
  if (!key || isEdited) return fresh;
  const made = join(folder, key);
  try {
    renameSync(fresh, made);
  } catch (error) {
    // Another process has made the same.
    if (!existsSync(made)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  const list = `${index}.${process.pid}`;
  writeFileSync(list, JSON.stringify(inputs));
  renameSync(list, index);
  removeOld(folder);
  return used(made);
}

function used(folder: string): string {
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > KEPT_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
