import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

const PROJECT = join(import.meta.dirname, '..');
const ENTRY = 'web/main.tsx';
const PAGE = 'web/index.html';

export const WEB_OPTIONS = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  minify: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * The console in `folder`: `index.html`, and what it loads with a name that changes with its content, so that browsers may
 * keep it for ever. All of it compressed here once, not at every request. Gives the files it is made from.
 */
export function bundleWeb(folder: string): string[] {
  const { outputFiles, metafile } = buildSync({
    ...WEB_OPTIONS,
    absWorkingDir: PROJECT,
    entryPoints: [ENTRY],
    outdir: folder,
    write: false,
    metafile: true,
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) write(folder, basename(path), contents);
  const page = readFileSync(join(PROJECT, PAGE), 'utf8').replace('<!-- assets -->', linksTo(metafile).join('\n    '));
  write(folder, 'index.html', page);
  return [PAGE, ...Object.keys(metafile.inputs)];
}

function linksTo({ outputs }: Metafile): string[] {
  const entry = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  if (!entry) throw new Error(`esbuild made no bundle of ${ENTRY}.`);
  const [script, { cssBundle = '', imports }] = entry;
  // Asked for at once, and not only when the script that imports them has come.
  const needed = imports.filter(({ kind }) => kind === 'import-statement');
  return [
    `<link rel="stylesheet" href="/assets/${basename(cssBundle)}" />`,
    ...needed.map(({ path }) => `<link rel="modulepreload" href="/assets/${basename(path)}" />`),
    `<script type="module" src="/assets/${basename(script)}"></script>`,
  ];
}

const write = (folder: string, name: string, content: Uint8Array | string): void =>
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
