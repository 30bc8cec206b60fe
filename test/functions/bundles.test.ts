import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleOf } from '../../lib/bundle-functions.ts';

const folder = await mkdtemp(join(tmpdir(), 'rollcall-bundles-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As the stack bundles functions. */
async function bundle(entry: string, name: string): Promise<string> {
  const outfile = join(folder, name, 'index.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}

const MB = 1_048_576;

describe('a function’s bundle', () => {
  it.each([
    ['dataset-importer', 1],
    ['endpoint-caller', 1.1],
    ['agent-caller', 1],
    ['tool-caller', 1.1],
    ['failure-recorder', 1],
    ['results-exporter', 1],
    ['row-marker', 1],
    ['row-splitter', 1],
    ['row-sweeper', 1],
    ['run-control', 1],
    ['run-remover', 1],
    ['run-summarizer', 1],
    // These check JSON Schemas and patterns, and the API is every door in one.
    ['api', 1.5],
    ['monitor-runner', 1.5],
    ['trace-collector', 1.25],
    ['run-planner', 1.25],
    ['row-scorer', 1.25],
  ])('%s takes at most %d MB and exports its handler', async (name, most) => {
    const file = join(bundleOf(name), 'index.cjs');
    expect((await stat(file)).size).toBeLessThanOrEqual(most * MB);
    expect(await import(pathToFileURL(file).href)).toMatchObject({ handler: expect.any(Function) });
  });

  it('starts as the thread that evaluates mappings, without any environment', async () => {
    const file = join(bundleOf('tool-caller'), 'index.cjs');
    const worker = new Worker(file, { workerData: 'rollcall mapping worker', env: {} });
    expect(await once(worker, 'message')).toEqual([{ ready: true }]);
    await worker.terminate();
  });

  it('evaluates mappings that can loop in a thread that loads the bundle itself', async () => {
    const file = await bundle('core/mapping/evaluate-mapping.ts', 'mapping');
    const { evaluateMapping } = await import(pathToFileURL(file).href);
    const mapping = { expression: '$map(xs, function($x){ $x + 1 })', field: 'toolInputMapping', maxBytes: 1000 };
    expect(await evaluateMapping(mapping, { xs: [1, 2] })).toEqual([2, 3]);
  });
});
