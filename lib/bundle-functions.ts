import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync, version } from 'esbuild';
import { BuildCache, buildFolder, PROJECT } from './build-cache.js';
import { bundleWeb, WEB_OPTIONS } from './bundle-web.ts';

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
  legalComments: 'external',
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
  const cache = new BuildCache({
    root: PROJECT,
    folder: buildFolder('functions'),
    settings: { OPTIONS, WEB_OPTIONS, version, names },
  });
  const found = cache.find();
  if (found) return found;
  const build = cache.begin();
  const { metafile } = buildSync({
    ...OPTIONS,
    absWorkingDir: PROJECT,
    entryPoints: names.map((name) => ({ in: join(FUNCTIONS, name, 'handler.ts'), out: join(name, 'index') })),
    outdir: build.folder,
    metafile: true,
  });
  // The API's function serves the console.
  const web = bundleWeb(join(build.folder, 'api', 'web'));
  const resolution = RESOLUTION.filter((file) => existsSync(join(PROJECT, file)));
  return cache.keep(build, [...resolution, ...Object.keys(metafile.inputs), ...web]);
}
