import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const DEFAULT_DATA = '.rollcall';

/** The data folder for who stands in `from`: the nearest one there or above, as git finds its own; else a new one there. */
export function dataFolder(from = process.cwd()): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, DEFAULT_DATA);
    if (isFolder(found)) return relative(from, found);
    if (folder === dirname(folder)) return DEFAULT_DATA;
  }
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
