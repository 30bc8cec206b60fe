import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn, type Import, importsOf, sourceFiles, textOf } from './import-graph.ts';

/** The folders each folder may import besides itself. Nobody imports bin, and only bin and tests import cli. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: ['domain'],
  core: ['contracts', 'domain'],
  domain: ['contracts', 'core'],
  client: ['contracts', 'core', 'domain'],
  functions: ['contracts', 'core', 'client', 'domain'],
  // The SQL of saved queries.
  lib: ['contracts', 'core', 'domain'],
  // The key that `npm run dev` makes.
  dev: ['contracts', 'core', 'client', 'domain'],
  cli: ['contracts', 'core', 'client', 'dev', 'domain'],
  // What the browser gets: shapes and pure thinking.
  web: ['contracts', 'core', 'domain'],
  bin: ['contracts', 'lib', 'cli'],
  docs: ['contracts', 'core', 'client', 'domain'],
  examples: ['contracts', 'core', 'client', 'dev', 'domain'],
  // They measure the product as it is, on the clouds of the tests.
  bench: ['contracts', 'core', 'client', 'functions', 'lib', 'dev', 'domain', 'test/support', 'examples'],
  // The command line is what some of the tests drive.
  'test/support': ['contracts', 'core', 'client', 'lib', 'dev', 'cli', 'domain'],
};
const FOLDERS = Object.keys(MAY_IMPORT);
/** What makes the product; the others use it. */
const ROOMS = ['contracts', 'core', 'domain', 'client', 'functions', 'lib', 'dev', 'cli', 'web', 'bin'];

/** Runs what users wrote. Only the processes and the plain way to them may call it. */
const EVALUATES = 'core/mapping/evaluate-bounded.ts';

const isPackage = ({ target }: Import): boolean => !target.includes('.ts') && !target.startsWith('node:');
const packagesIn = (...folders: string[]): Import[] =>
  folders.flatMap(sourceFiles).flatMap(importsOf).filter(isPackage);
const isIn = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);

describe('the arrows of the house', () => {
  it.each(FOLDERS)('%s imports only the folders it may', (folder) => {
    const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])];
    const wrong = sourceFiles(folder)
      .flatMap(importsOf)
      .filter(({ target }) => /\.tsx?$/.test(target) && !allowed.some((other) => isIn(other, target)));
    expect(wrong).toEqual([]);
  });

  it('contracts imports no package but zod', () => {
    expect(packagesIn('contracts').filter(({ target }) => target !== 'zod')).toEqual([]);
  });

  it('core imports nothing of AWS', () => {
    expect(packagesIn('core').filter(({ target }) => /aws/.test(target))).toEqual([]);
  });

  it('a subject of domain reaches AWS only from its store, which nothing pure imports', () => {
    const isStore = (path: string) => /^domain\/[^/]+\/store\//.test(path);
    const pure = ['contracts', 'core', 'web', 'domain'].flatMap(sourceFiles).filter((file) => !isStore(file));
    const wrong = pure.flatMap(importsOf).filter(({ target }) => isStore(target) || /aws-sdk/.test(target));
    expect(wrong).toEqual([]);
  });

  it('only the run log knows the keys and the format of its objects', () => {
    const others = ROOMS.flatMap(sourceFiles).filter((file) => !isIn('domain/run-log', file));
    // Deleting a run needs no more than the prefix of its logs.
    const forbidden = /\b(logKey|attemptLogsPrefix|batchOfKey|parseEntry|entryText)\b|['"`]staged\/\w/;
    expect(others.filter((file) => forbidden.test(textOf(file)))).toEqual([]);
    const prefixed = others.filter((file) => /\b(PREFIXES\.staged|runLogPrefix)\b/.test(textOf(file)));
    // The stacks grant access to it, and put the staging table over it.
    expect(prefixed.filter((file) => !isIn('lib', file))).toEqual(['client/runs/delete-run.ts']);
  });

  it('aws-cdk-lib stays in bin and lib', () => {
    const elsewhere = packagesIn(...ROOMS.filter((room) => room !== 'bin' && room !== 'lib'));
    expect(elsewhere.filter(({ target }) => /^(aws-cdk-lib|constructs)/.test(target))).toEqual([]);
  });

  it('only dev knows the local cloud', () => {
    const elsewhere = packagesIn(...ROOMS.filter((room) => room !== 'dev'));
    expect(elsewhere.filter(({ target }) => /^local-cloud/.test(target))).toEqual([]);
  });

  it('one module compiles JSONata, and one evaluates it', () => {
    const files = [...ROOMS, 'docs', 'examples', 'bench', 'test/support'].flatMap(sourceFiles);
    const compiling = files.filter((file) => importsOf(file).some(({ target }) => target === 'jsonata'));
    expect(compiling).toEqual(['core/mapping/compile-mapping.ts', 'core/mapping/guard.ts']);
    expect(files.filter((file) => /expression\.evaluate\(/.test(textOf(file)))).toEqual([EVALUATES]);
    const evaluating = files.filter((file) => importsOf(file).some(({ target }) => target === EVALUATES));
    expect(evaluating).toEqual([
      'core/mapping/evaluate-mapping.ts',
      'core/sandbox/expressions.ts',
      'web/parts/target-form/evaluate-here.ts',
    ]);
  });

  it('a function that starts processes for what users write ends them with each invocation', () => {
    const reaches = (file: string, wanted: string, seen = new Set<string>()): boolean => {
      if (file === wanted) return true;
      if (seen.has(file) || !/\.tsx?$/.test(file)) return false;
      seen.add(file);
      return importsOf(file).some(({ target }) => reaches(target, wanted, seen));
    };
    const handlers = sourceFiles('functions').filter((file) => file.endsWith('/handler.ts'));
    const starting = handlers.filter((file) => reaches(file, 'core/sandbox/start-process.ts'));
    const ending = sourceFiles('functions').filter((file) => textOf(file).includes('withSandbox('));
    const others = starting.filter((file) => !ending.some((other) => reaches(file, other)));
    // They read expressions and evaluators, and evaluate none that starts a process.
    const reading = ['failure-recorder', 'row-splitter', 'row-sweeper'].map((name) => `functions/${name}/handler.ts`);
    expect(others.sort()).toEqual(reading);
  });

  it.each(['client', 'domain'])('%s prints nothing and ends no process', (folder) => {
    expect(sourceFiles(folder).filter((file) => /console\.|process\.(std|exit)/.test(textOf(file)))).toEqual([]);
  });
});

describe('imports', () => {
  const functions = readdirSync(join(import.meta.dirname, '../../functions')).map((name) => `functions/${name}`);

  it.each(functions)('%s: no file imports itself by way of others', (folder) => {
    expect(cyclesIn(sourceFiles(folder))).toEqual([]);
  });

  it.each(ROOMS)('%s: no file imports itself by way of others', (room) => {
    expect(cyclesIn(sourceFiles(room))).toEqual([]);
  });
});
