import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const FUNCTIONS = join(import.meta.dirname, '../functions');

/** The function as it is written, for a synthesis that needs no bundles. */
export const sourceOf = (name: string): string => join(FUNCTIONS, name);

let outdir: string | undefined;

/** Where the bundle of `functions/<name>` is: one minified ESM file and its source map. */
export function bundleOf(name: string): string {
  outdir ??= bundleAll();
  return join(outdir, name);
}

/** All functions in one run of esbuild, which then reads what they share, the AWS SDK above all, only once. */
function bundleAll(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-bundles-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const names = readdirSync(FUNCTIONS).filter((name) => existsSync(join(FUNCTIONS, name, 'handler.ts')));
  buildSync({
    entryPoints: names.map((name) => ({ in: join(FUNCTIONS, name, 'handler.ts'), out: join(name, 'index') })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    mainFields: ['module', 'main'],
    // Some CommonJS dependencies call require for Node's own modules.
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
    logLevel: 'warning',
  });
  return folder;
}
