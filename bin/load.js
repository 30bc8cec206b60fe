// Loads a TypeScript file of the project: put together by esbuild once, and again when a file of it has changed. Node then
// reads a few modules in the place of hundreds, none of which has to be translated.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BuildCache, buildFolder, IS_INSTALLED, PROJECT } from '../lib/build-cache.js';

/** @param {string} path from the project's folder */
export async function load(path) {
  if (IS_INSTALLED) return import(pathToFileURL(join(PROJECT, 'dist', packedName(path))).href);
  let built;
  try {
    built = await putTogether(path);
  } catch {
    // Whatever keeps it from being built says so when the file itself is loaded.
    const { register } = await import('tsx/esm/api');
    register();
    return import(pathToFileURL(join(PROJECT, path)).href);
  }
  return import(pathToFileURL(join(built, path.replace(/\.ts$/, '.mjs'))).href);
}

/** `dist` of a package has all its modules side by side. */
const packedName = (path) => path.replaceAll('/', '-').replace(/\.ts$/, '.mjs');

const OPTIONS = {
  absWorkingDir: PROJECT,
  outbase: PROJECT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  // For who starts Node with --enable-source-maps: reading them is left out of every other start.
  sourcemap: 'linked',
  sourcesContent: false,
  // Some CommonJS packages call require for Node's own modules.
  banner: {
    js: "import{createRequire as _cr}from'node:module';import{fileURLToPath as _fp}from'node:url';const require=_cr(import.meta.url);",
  },
  metafile: true,
  logLevel: 'silent',
};

/** Packages of hundreds of small files, which take Node longer to find than to run. */
const PUT_IN =
  /^(@aws-sdk|@aws-crypto|@aws|@smithy|@nodable|ajv|ajv-formats|antlr4-c3|antlr4ng|bowser|commander|dt-sql-parser|fast-deep-equal|fast-uri|json-schema-traverse|mnemonist|obliterator|tslib|uuid|yaml|zod)(\/|$)/;

/**
 * Where the module is, with all that it imports, put together from its sources unless they are unchanged.
 *
 * @param {string} path from the project's folder
 */
export async function putTogether(path) {
  // esbuild itself is loaded only when there is something to build.
  const { version } = createRequire(import.meta.url)('esbuild/package.json');
  const settings = { OPTIONS, version, path, putIn: PUT_IN.source };
  const folder = buildFolder(path.replaceAll('/', '-'));
  // Elsewhere it would not find the packages.
  if (!folder.startsWith(PROJECT)) throw new Error(`${folder} is not in the project`);
  const cache = new BuildCache({ root: PROJECT, folder, settings });
  const found = cache.find();
  if (found) return found;
  const begun = cache.begin();
  const { build } = await import('esbuild');
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [path],
    outdir: begun.folder,
    plugins: [sources(inPlace)],
  });
  const inputs = new Set(Object.keys(metafile.inputs).map(identityOf));
  return cache.keep(
    begun,
    ['package.json', 'tsconfig.json', ...inputs].filter((file) => existsSync(join(PROJECT, file))),
  );
}

/** What tells that a file has changed: itself, or for one of a package, which version of the package is there. */
const identityOf = (file) => file.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1/package.json');

/**
 * Builds modules for a package into `dist`, with the project's own packages in them: the files lie where the package is
 * installed, and know their places from there.
 *
 * @param {string[]} paths
 */
export async function buildForPackage(paths) {
  const { build } = await import('esbuild');
  await build({
    ...OPTIONS,
    entryPoints: paths.map((path) => ({ in: path, out: packedName(path).replace(/\.mjs$/, '') })),
    outdir: join(PROJECT, 'dist'),
    sourcemap: false,
    plugins: [sources(inPackage)],
  });
}

/** What stands for `import.meta.dirname` and `import.meta.url` of a file once it is put together with others. */
const inPlace = {
  dirname: (path) => JSON.stringify(dirname(path)),
  url: (path) => JSON.stringify(pathToFileURL(path).href),
};
const inPackage = {
  dirname: (path) => `_fp(${fromDist(dirname(path))})`,
  url: (path) => `${fromDist(path)}.href`,
};
const fromDist = (path) => `new URL(${JSON.stringify(`../${relative(PROJECT, path)}`)},import.meta.url)`;

/** The project's own files and these packages are put together; each file of ours still knows where it lies. */
const sources = (places) => ({
  name: 'sources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      // tsconfig.json says where the construct is before it is built.
      if (kind === 'entry-point' || PUT_IN.test(path) || path === 'rollcall/cdk') return undefined;
      const found = path.startsWith('node:') ? path : import.meta.resolve(path);
      return /^file:.*\.ts$/.test(found) ? { path: fileURLToPath(found) } : { path, external: true };
    });
    onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
      if (relative(PROJECT, path).includes('node_modules')) return undefined;
      return {
        loader: 'ts',
        contents: readFileSync(path, 'utf8').replaceAll(/import\.meta\.(dirname|url)/g, (_, asked) =>
          places[asked](path),
        ),
      };
    });
  },
});

// node bin/load.js FILE.ts …
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.argv.splice(1, 1);
  await load(relative(PROJECT, resolve(process.argv[1] ?? '')));
}
