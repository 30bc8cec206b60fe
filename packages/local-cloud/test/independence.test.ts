import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');

const filesIn = (folder: string): string[] =>
  readdirSync(join(PACKAGE, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the package stands alone', () => {
  it('names nothing of the product it was made for', () => {
    const files = ['README.md', 'package.json'].map((name) => join(PACKAGE, name));
    const named = [...files, ...['bin', 'docs', 'src'].flatMap(filesIn)].filter((file) =>
      /rollcall/i.test(readFileSync(file, 'utf8')),
    );
    expect(named).toEqual([]);
  });

  it('imports its own files and packages it depends on', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    const known = (folder: string) =>
      Object.keys({
        ...dependencies,
        ...(['test', 'bench'].includes(folder) && { ...devDependencies, 'local-cloud': '' }),
      });
    const wrong = ['bin', 'src', 'test', 'bench'].flatMap((folder) =>
      filesIn(folder).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(?:^(?:import|export|\}).* from |^import |\bimport\()'([^']+)'/gm)]
          .map(([, target = '']) => target)
          .filter((target) => !isWithin(file, target) && !known(folder).includes(packageOf(target)))
          .map((target) => `${relative(PACKAGE, file)}: ${target}`),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

/** What tests of the product use too. */
const SHARED = ['../../test/support/browser.ts', '../../test/support/code-point.ts'];

const isWithin = (file: string, target: string): boolean =>
  target.startsWith('node:') ||
  SHARED.includes(relative(PACKAGE, join(dirname(file), target))) ||
  (target.startsWith('.') && !relative(PACKAGE, join(dirname(file), target)).startsWith('..'));

/** `@scope/name` of `@scope/name/file`. */
const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
