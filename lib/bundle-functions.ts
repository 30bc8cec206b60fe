import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync, version } from 'esbuild';
import { BuildCache, buildFolder, IS_INSTALLED, PROJECT } from './build-cache.js';
import { bundleWeb, WEB_OPTIONS } from './bundle-web.ts';

const FUNCTIONS = join(PROJECT, 'functions');
/** Put together here: bin/load.js puts this file's own place wherever a source asks for it. */
const META = 'import.meta';
const OPTIONS = {
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  // The local cloud runs them on the Node it runs on, which may be this old.
  target: 'node20',
  // What a thread of the local cloud has compiled of CommonJS, the next one need not.
  format: 'cjs',
  minify: true,
  legalComments: 'external',
  mainFields: ['module', 'main'],
  supported: { 'dynamic-import': false },
  define: { [`${META}.dirname`]: '__dirname', [`${META}.url`]: '__url' },
  banner: { js: "const __url=require('node:url').pathToFileURL(__filename).href;" },
  logLevel: 'warning',
} as const satisfies BuildOptions;
/** The programs of the processes that evaluate what users write, which a function starts from beside its own bundle. */
const SANDBOX = join(PROJECT, 'core', 'sandbox');
const SANDBOXES = ['expressions', 'schemas'].filter((name) => existsSync(join(SANDBOX, `${name}.ts`)));
/** They say how imports are resolved. */
const RESOLUTION = ['tsconfig.json', 'web/tsconfig.json', 'package.json', 'package-lock.json'];

/** The function as it is written, for a synthesis that needs no bundles. */
export const sourceOf = (name: string): string => join(FUNCTIONS, name);

let outdir: string | undefined;

/** Where the bundle of `functions/<name>` is: one minified file, and the programs of its processes. */
export const bundleOf = (name: string): string => join(bundleFunctions(), name);

/** Where the bundles of all functions are. A package comes with them. */
export function bundleFunctions(): string {
  outdir ??= IS_INSTALLED ? join(PROJECT, 'dist', 'functions') : bundleAll();
  return outdir;
}

/** All functions in one run of esbuild, which then reads what they share, the AWS SDK above all, only once. */
function bundleAll(): string {
  const names = readdirSync(FUNCTIONS).filter((name) => existsSync(join(FUNCTIONS, name, 'handler.ts')));
  const cache = new BuildCache({
    root: PROJECT,
    folder: buildFolder('functions'),
    settings: { OPTIONS, WEB_OPTIONS, version, names, SANDBOXES },
  });
  const found = cache.find();
  if (found) return found;
  const build = cache.begin();
  const { metafile } = buildSync({
    ...OPTIONS,
    absWorkingDir: PROJECT,
    entryPoints: [
      ...names.map((name) => ({ in: join(FUNCTIONS, name, 'handler.ts'), out: join(name, 'index') })),
      ...SANDBOXES.map((name) => ({ in: join(SANDBOX, `${name}.ts`), out: name })),
    ],
    outdir: build.folder,
    metafile: true,
  });
  for (const name of names) {
    for (const program of SANDBOXES) {
      cpSync(join(build.folder, `${program}.cjs`), join(build.folder, name, `${program}.cjs`));
    }
  }
  // The API's function serves the console.
  const web = bundleWeb(join(build.folder, 'api', 'web'));
  const resolution = RESOLUTION.filter((file) => existsSync(join(PROJECT, file)));
  return cache.keep(build, [...resolution, ...Object.keys(metafile.inputs), ...web]);
}
