import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { MergeMoment } from './cloud-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAMBDA_RUNTIME = dirname(createRequire(import.meta.url).resolve('local-cloud/lambda-runtime/bootstrap.mjs'));

/** The local cloud has tsx load the SQL grammar, whose imports Node does not resolve; a bundle has it in it. */
const grammar: Plugin = {
  name: 'grammar',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^tsx\/esm\/api$/ }, () => ({ path: 'grammar', namespace: 'grammar' }));
    onLoad({ filter: /.*/, namespace: 'grammar' }, () => ({
      contents: "export const tsImport = () => import('dt-sql-parser/dist/parser/trino/index.js');",
      resolveDir: LAMBDA_RUNTIME,
    }));
  },
};

/**
 * Local clouds on one data folder, one after the other, each in a process of its own. They are bundled, and the next
 * one is loaded while the last one runs, so that a restart takes a moment only.
 */
export class KillableCloud {
  static async prepare(dataDir: string, assemblies: readonly string[]): Promise<KillableCloud> {
    // Packages that are not bundled are found from here.
    const folder = await mkdtemp(join(ROOT, 'node_modules/.killable-cloud-'));
    const script = join(folder, 'pool/cloud.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'cloud-process.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['@duckdb/*'],
      plugins: [grammar],
      banner: { js: "import { createRequire as req } from 'node:module'; const require = req(import.meta.url);" },
      logLevel: 'error',
    });
    // Functions run in worker threads, whose code lies beside the pool that starts them.
    await cp(LAMBDA_RUNTIME, join(folder, 'runtime'), { recursive: true });
    return new KillableCloud(folder, script, [dataDir, ...assemblies]);
  }

  readonly #folder: string;
  readonly #script: string;
  readonly #arguments: string[];
  readonly #loaded = new Set<ChildProcess>();
  #standby: ChildProcess;
  #running: ChildProcess | undefined;

  private constructor(folder: string, script: string, args: string[]) {
    this.#folder = folder;
    this.#script = script;
    this.#arguments = args;
    this.#standby = this.#load();
  }

  /** Starts the next one; the answer is its endpoint. @param diesAtMerge kills itself in the next MERGE */
  async start(diesAtMerge?: MergeMoment): Promise<string> {
    const child = this.#standby;
    this.#running = child;
    if (!this.#loaded.has(child)) await said(child);
    child.send({ diesAtMerge });
    const { endpoint } = (await said(child)) as { endpoint: string };
    this.#standby = this.#load();
    return endpoint;
  }

  /** Waits for its death by its own hand. */
  async died(): Promise<void> {
    if (this.#running && !hasEnded(this.#running)) await once(this.#running, 'exit');
  }

  /** SIGKILL: nothing can be put in order before the end. */
  async kill(): Promise<void> {
    const child = this.#running;
    this.#running = undefined;
    if (!child || hasEnded(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async close(): Promise<void> {
    await this.kill();
    this.#standby.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }

  #load(): ChildProcess {
    const child = fork(this.#script, this.#arguments, {
      cwd: ROOT,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('message', () => this.#loaded.add(child));
    return child;
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function said(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The cloud has ended with ${code}.`)));
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}
