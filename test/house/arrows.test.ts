import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['bin', 'contracts', 'core', 'client', 'functions', 'lib', 'dev', 'cli'] as const;

/** The rooms each room may import besides itself. Nobody imports cli or bin. */
const MAY_IMPORT: Record<(typeof ROOMS)[number], readonly string[]> = {
  contracts: [],
  core: ['contracts'],
  client: ['contracts', 'core'],
  functions: ['contracts', 'core', 'client'],
  // The SQL of saved queries.
  lib: ['contracts', 'core'],
  dev: [],
  cli: ['contracts', 'core', 'client', 'dev'],
  bin: ['contracts', 'lib', 'cli'],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const sourceFiles = (room: string): string[] =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => ({
    file: relative(ROOT, file),
    target: target.startsWith('.') ? relative(ROOT, join(dirname(file), target)) : target,
  }));

const isPackage = ({ target }: Import): boolean => !target.includes('.ts') && !target.startsWith('node:');

describe('the arrows of the house', () => {
  it.each(ROOMS)('%s imports only the rooms it may', (room) => {
    const wrong = sourceFiles(room)
      .flatMap(importsOf)
      .filter(({ target }) => target.endsWith('.ts'))
      .filter(({ target }) => {
        const other = target.split('/')[0] ?? '';
        return other !== room && !MAY_IMPORT[room].includes(other);
      });
    expect(wrong).toEqual([]);
  });

  it('contracts imports no package but zod', () => {
    const packages = sourceFiles('contracts').flatMap(importsOf).filter(isPackage);
    expect(packages.filter(({ target }) => target !== 'zod')).toEqual([]);
  });

  it('core imports nothing of AWS', () => {
    const packages = sourceFiles('core').flatMap(importsOf).filter(isPackage);
    expect(packages.filter(({ target }) => /aws/.test(target))).toEqual([]);
  });

  it('aws-cdk-lib stays in bin and lib', () => {
    const elsewhere = ROOMS.filter((room) => room !== 'bin' && room !== 'lib').flatMap(sourceFiles);
    expect(elsewhere.flatMap(importsOf).filter(({ target }) => /^(aws-cdk-lib|constructs)/.test(target))).toEqual([]);
  });
});
