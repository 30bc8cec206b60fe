import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Paths from the root of the project; packages by their name. */
export interface Import {
  readonly file: string;
  readonly target: string;
}

export const sourceFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What a file imports, types included. */
export const importsOf = (file: string): Import[] =>
  [...textOf(file).matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map(([, target = '']) => ({
    file,
    target: target.startsWith('.') ? join(dirname(file), target) : target,
  }));

/** Rings of files that import each other, each once, as `a → b → a`. */
export function cyclesIn(files: readonly string[]): string[] {
  const targets = new Map(files.map((file) => [file, importsOf(file).map(({ target }) => target)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) if (targets.has(target)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return cycles;
}
