import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

const PROJECT = join(import.meta.dirname, '..');
const ENTRY = 'web/main.tsx';
const PAGE = 'web/index.html';
/** What comes later wins: the page over its parts, and these over what every element looks like. */
const STYLE_ORDER = ['web/styles/tokens', 'web/styles/', 'web/parts/', 'web/frame/', 'web/pages/'];

export const WEB_OPTIONS = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.css': 'empty' },
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
  const style = bundleStyle(folder, Object.keys(metafile.inputs));
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of [...outputFiles, ...style.outputFiles]) write(folder, basename(path), contents);
  const links = [...styleLinks(style.metafile), ...scriptLinks(metafile)];
  write(
    folder,
    'index.html',
    readFileSync(join(PROJECT, PAGE), 'utf8').replace('<!-- assets -->', links.join('\n    ')),
  );
  return [...new Set([PAGE, ...Object.keys(metafile.inputs), ...Object.keys(style.metafile.inputs)])].filter(
    (input) => input !== '<stdin>',
  );
}

/** One style sheet of all that scripts import: one that comes with a script later would change what is already there. */
function bundleStyle(folder: string, inputs: readonly string[]) {
  const rank = (path: string) => STYLE_ORDER.findIndex((start) => path.startsWith(start));
  const sheets = inputs.filter((path) => path.endsWith('.css')).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return buildSync({
    ...WEB_OPTIONS,
    splitting: false,
    loader: { '.woff2': 'file' },
    publicPath: '/assets',
    absWorkingDir: PROJECT,
    stdin: {
      contents: sheets.map((path) => `@import "./${path}";`).join('\n'),
      resolveDir: PROJECT,
      loader: 'css',
      sourcefile: 'style.css',
    },
    entryNames: 'style-[hash]',
    outdir: folder,
    write: false,
    metafile: true,
  });
}

/** The text's font is needed by the first word; that of code is fetched where there is code. */
function styleLinks({ outputs }: Metafile): string[] {
  const names = Object.keys(outputs).map((path) => basename(path));
  return [
    ...names
      .filter((name) => name.startsWith('inter-'))
      .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`),
    ...names.filter((name) => name.endsWith('.css')).map((name) => `<link rel="stylesheet" href="/assets/${name}" />`),
  ];
}

function scriptLinks({ outputs }: Metafile): string[] {
  const entry = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  if (!entry) throw new Error(`esbuild made no bundle of ${ENTRY}.`);
  const [script, { imports }] = entry;
  // Asked for at once, and not only when the script that imports them has come.
  const needed = imports.filter(({ kind }) => kind === 'import-statement');
  return [
    ...needed.map(({ path }) => `<link rel="modulepreload" href="/assets/${basename(path)}" />`),
    `<script type="module" src="/assets/${basename(script)}"></script>`,
  ];
}

const write = (folder: string, name: string, content: Uint8Array | string): void =>
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
