import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OWNER_FILE, OWNER_FOLDER } from '../store/owner-only.ts';

const PREFIX = 'local-cloud-lambda-';

/**
 * Where handlers are loaded from: a temporary folder outside of any project, so that a handler finds its own package
 * and the AWS SDK of the runtime, and a module that is missing from the package is missing here too.
 *
 *     local-cloud-lambda-XXXX/node_modules/@aws-sdk    the SDK, as AWS's runtime has it
 *     local-cloud-lambda-XXXX/task/<codeId>/           one unpacked package
 */
export class TaskRoots {
  /** Remembers the folder, so that one left behind by a SIGKILL is removed at the next start. */
  readonly #marker: string;
  #base: Promise<string> | undefined;
  readonly #copies = new Map<string, Promise<string>>();

  constructor(marker: string) {
    this.#marker = marker;
  }

  async of(codeId: string, folder: string): Promise<string> {
    this.#base ??= this.#open();
    let copy = this.#copies.get(codeId);
    if (!copy) {
      copy = this.#base.then(async (base) => {
        const target = join(base, 'task', codeId);
        await cp(folder, target, { recursive: true });
        return target;
      });
      this.#copies.set(codeId, copy);
      copy.catch(() => this.#copies.delete(codeId));
    }
    return await copy;
  }

  async close(): Promise<void> {
    if (this.#base) await rm(await this.#base, { recursive: true, force: true });
    await rm(this.#marker, { force: true });
  }

  async #open(): Promise<string> {
    const left = await readFile(this.#marker, 'utf8').catch(() => '');
    if (basename(left).startsWith(PREFIX)) await rm(left, { recursive: true, force: true });
    const base = await mkdtemp(join(tmpdir(), PREFIX));
    await mkdir(dirname(this.#marker), { recursive: true, mode: OWNER_FOLDER });
    await writeFile(this.#marker, base, { mode: OWNER_FILE });
    // The search for "type" ends here: a package without package.json is CommonJS, as in /var/task.
    await writeFile(join(base, 'package.json'), '{}');
    await mkdir(join(base, 'node_modules'));
    const installed = sdkFolder();
    for (const scope of ['@aws-sdk', '@smithy']) {
      await symlink(join(installed, scope), join(base, 'node_modules', scope), 'junction');
    }
    return base;
  }
}

/** The `node_modules` that holds the AWS SDK this project is installed with. */
function sdkFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@aws-sdk/client-lambda');
  return entry.slice(0, entry.lastIndexOf(join('@aws-sdk', 'client-lambda')) - 1);
}
