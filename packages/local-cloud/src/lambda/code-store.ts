import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { type Unzipped, unzip } from 'fflate';
import { AwsError } from '../aws-error.ts';
import { OWNER_FILE, OWNER_FOLDER } from '../store/owner-only.ts';
import { invalid } from './function-settings.ts';

/** Beside the folder of a package: what its files are known by. */
const DIGEST = '.sha256';
/** "250 MB: the maximum size of the contents of a deployment package, unzipped." */
const LARGEST_UNZIPPED = 262_144_000;
/** "50 MB (zipped, when uploaded through the Lambda API or SDKs)." */
const LARGEST_UPLOAD = 52_428_800;

export interface StoredCode {
  readonly codeId: string;
  /** As AWS gives it: base64 of the package's digest. */
  readonly codeSha256: string;
  readonly codeSize: number;
}

/** Functions' code, unpacked, one folder for each different package: `dataDir/lambda/code/<digest>`. */
export class CodeStore {
  readonly #root: string;
  /** By code id: requests that bring the same code wait for the first of them. */
  readonly #storing = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  folderOf(codeId: string): string {
    return join(this.#root, codeId);
  }

  async putZip(bytes: Uint8Array, { uploaded }: { uploaded: boolean }): Promise<StoredCode> {
    if (uploaded && bytes.length > LARGEST_UPLOAD) {
      throw new AwsError(
        'RequestEntityTooLargeException',
        `Request must be smaller than ${LARGEST_UPLOAD} bytes for the CreateFunction operation`,
        413,
      );
    }
    const digest = createHash('sha256').update(bytes).digest();
    const stored = { codeId: digest.toString('hex'), codeSha256: digest.toString('base64'), codeSize: bytes.length };
    let storing = this.#storing.get(stored.codeId);
    if (!storing) {
      storing = this.#store(stored.codeId, bytes).finally(() => this.#storing.delete(stored.codeId));
      this.#storing.set(stored.codeId, storing);
    }
    await storing;
    return stored;
  }

  async #store(codeId: string, bytes: Uint8Array): Promise<void> {
    if (this.isWhole(codeId)) return;
    const folder = this.folderOf(codeId);
    const files = await unpack(bytes);
    await rm(folder, { recursive: true, force: true });
    await mkdir(this.#root, { recursive: true, mode: OWNER_FOLDER });
    // A folder is filled beside its place and then renamed: it is there whole or not at all.
    const temporary = await mkdtemp(join(this.#root, '.new-'));
    try {
      for (const [path, content] of files) {
        await mkdir(dirname(join(temporary, path)), { recursive: true, mode: OWNER_FOLDER });
        await writeFile(join(temporary, path), content, { mode: OWNER_FILE });
      }
      await writeFile(this.#digestFile(codeId), digestOf(temporary), { mode: OWNER_FILE });
      await rename(temporary, folder);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  /** Whether the code is there as it was unpacked. */
  isWhole(codeId: string): boolean {
    const [folder, file] = [this.folderOf(codeId), this.#digestFile(codeId)];
    return existsSync(folder) && existsSync(file) && readFileSync(file, 'utf8') === digestOf(folder);
  }

  #digestFile(codeId: string): string {
    return `${this.folderOf(codeId)}${DIGEST}`;
  }

  /** Removes what no function uses any more. */
  sweep(used: ReadonlySet<string>): void {
    if (!existsSync(this.#root)) return;
    for (const name of readdirSync(this.#root)) {
      if (!used.has(name.replace(DIGEST, ''))) rmSync(join(this.#root, name), { recursive: true, force: true });
    }
  }
}

/** Of all files of a folder and their names. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

async function unpack(bytes: Uint8Array): Promise<[string, Uint8Array][]> {
  let size = 0;
  const files = await new Promise<Unzipped>((resolve, reject) => {
    const filter = (file: { originalSize: number }) => {
      size += file.originalSize;
      return size < LARGEST_UNZIPPED;
    };
    unzip(bytes, { filter }, (error, unzipped) => (error ? reject(error) : resolve(unzipped)));
  }).catch(() => {
    throw invalid('Could not unzip uploaded file. Please check your file, then try to upload again.');
  });
  if (size >= LARGEST_UNZIPPED) throw invalid(`Unzipped size must be smaller than ${LARGEST_UNZIPPED} bytes`);
  const entries = Object.entries(files).filter(([path]) => !path.endsWith('/'));
  if (entries.length === 0) throw invalid('Uploaded file must be a non-empty zip');
  for (const [path] of entries) {
    const clean = normalize(path);
    if (clean.startsWith('..') || clean.startsWith(sep) || /^[a-z]:/i.test(clean)) {
      throw invalid(`Could not unzip uploaded file: it holds the path ${path}, which is outside the package.`);
    }
  }
  return entries;
}
