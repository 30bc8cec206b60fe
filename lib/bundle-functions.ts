import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, buildSync, version } from 'esbuild';
import { builtOnce } from './bundle-cache.ts';
import { bundleWeb, WEB_OPTIONS } from './bundle-web.ts';

const PROJECT = join(import.meta.dirname, '..');
const FUNCTIONS = join(PROJECT, 'functions');
const OPTIONS = {
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
} as const satisfies BuildOptions;
/** They say how imports are resolved. */
const RESOLUTION = ['tsconfig.json', 'package.json', 'package-lock.json'];

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
  const names = readdirSync(FUNCTIONS).filter((name) => existsSync(join(FUNCTIONS, name, 'handler.ts')));
  return builtOnce(
    { root: PROJECT, folder: cacheFolder(), settings: { OPTIONS, WEB_OPTIONS, version, names } },
    (target) => {
      const { metafile } = buildSync({
        ...OPTIONS,
        absWorkingDir: PROJECT,
        entryPoints: names.map((name) => ({ in: join(FUNCTIONS, name, 'handler.ts'), out: join(name, 'index') })),
        outdir: target,
        metafile: true,
      });
      // The API's function serves the console.
      const web = bundleWeb(join(target, 'api', 'web'));
      return [...RESOLUTION.filter((file) => existsSync(join(PROJECT, file))), ...Object.keys(metafile.inputs), ...web];
    },
  );
}

function cacheFolder(): string {
  const packages = join(PROJECT, 'node_modules');
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, '.cache/rollcall-bundles');
  } catch {
    // Installed by somebody else, for all.
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-bundles-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}
