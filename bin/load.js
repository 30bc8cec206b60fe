// Loads a TypeScript file of the project: put together by esbuild once, and again when a file of it has changed. Node then
// reads a few modules in the place of hundreds, none of which has to be translated.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, version } from 'esbuild';
import { BuildCache, buildFolder, PROJECT } from '../lib/build-cache.js';

/** @param {string} path from the project's folder */
export async function load(path) {
  let built;
  try {
    built = await translated(path);
  } catch {
    // Whatever keeps it from being built says so when the file itself is loaded.
    const { register } = await import('tsx/esm/api');
    register();
    return import(pathToFileURL(join(PROJECT, path)).href);
  }
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(join(built, path.replace(/\.ts$/, '.mjs'))).href);
}

const OPTIONS = {
  absWorkingDir: PROJECT,
  outbase: PROJECT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'silent',
};

async function translated(path) {
  const settings = { OPTIONS, version, path };
  const folder = buildFolder(path.replaceAll('/', '-'));
  // Elsewhere it would not find the packages.
  if (!folder.startsWith(PROJECT)) throw new Error(`${folder} is not in the project`);
  const cache = new BuildCache({ root: PROJECT, folder, settings });
  const found = cache.find();
  if (found) return found;
  const begun = cache.begin();
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [path],
    outdir: begun.folder,
    plugins: [sources],
  });
  return cache.keep(begun, ['package.json', 'tsconfig.json', ...Object.keys(metafile.inputs)]);
}

/** Only the project's own files are put together; each still knows where it lies. */
const sources = {
  name: 'sources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      const found = path.startsWith('node:') ? path : import.meta.resolve(path);
      return /^file:.*\.ts$/.test(found) ? { path: fileURLToPath(found) } : { path, external: true };
    });
    onLoad({ filter: /\.[jt]s$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

// node bin/load.js FILE.ts …
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.argv.splice(1, 1);
  await load(relative(PROJECT, resolve(process.argv[1] ?? '')));
}
