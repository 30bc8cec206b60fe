import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    ['agent-caller', 1.1],
    ['tool-caller', 1.1],
    ['failure-recorder', 1],
    ['results-exporter', 1],
    ['row-marker', 1],
    ['row-splitter', 1],
    ['row-sweeper', 1.1],
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

  it('is shipped without source maps, which nothing would read', async () => {
    const shipped = await readdir(dirname(bundleOf('api')), { recursive: true });
    expect(shipped).toContain(join('api', 'index.cjs'));
    expect(shipped.filter((path) => path.endsWith('.map'))).toEqual([]);
  });

  it('tells X-Ray of its work and of each call it makes, by the ids of the run, where Lambda traces', async () => {
    const daemon = createSocket('udp4').bind(0, '127.0.0.1');
    await once(daemon, 'listening');
    const told = new Map<unknown, Record<string, unknown>>();
    daemon.on('message', (message) => {
      const segment = JSON.parse(message.toString().split('\n')[1] ?? '');
      told.set(segment.name, segment);
    });
    const splitter = await failToSplitRows({
      AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
    });
    await expect.poll(() => [...told.keys()]).toEqual(expect.arrayContaining(['SplitRows', 'S3']));
    expect(told.get('SplitRows')).toMatchObject({ annotations: { evaluationId: 'run-1' }, fault: true });
    expect(told.get('S3')).toMatchObject({ parent_id: told.get('SplitRows')?.id });
    expect(splitter.arePromisesFollowed).toBe(true);
    await splitter.end();
    daemon.close();
  });

  it('has nobody follow its promises where Lambda does not trace', async () => {
    const splitter = await failToSplitRows({});
    expect(splitter.arePromisesFollowed).toBe(false);
    await splitter.end();
  });

  it('evaluates mappings in the process whose program lies beside the bundle', async () => {
    const file = await bundle('core/mapping/evaluate-mapping.ts', 'mapping');
    const program = 'expressions.cjs';
    await copyFile(join(bundleOf('tool-caller'), program), join(dirname(file), program));
    const { evaluateMapping } = await import(pathToFileURL(file).href);
    const mapping = { expression: '$map(xs, function($x){ $x + 1 })', field: 'toolInputMapping', maxBytes: 1000 };
    expect(await evaluateMapping(mapping, { xs: [1, 2] })).toEqual([2, 3]);
  });
});

/** Runs the row splitter where S3 refuses everything. */
async function failToSplitRows(variables: Record<string, string>) {
  const s3 = createServer((_, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
  await once(s3, 'listening');
  const run = { evaluationId: 'run-1', attempt: 0, datasetPrefix: 'runs/run-1/', batchRows: 1 };
  const event = { ...run, run: { executionMode: 'endpoint' } };
  const worker = new Worker(
    `const { handler } = require(${JSON.stringify(join(bundleOf('row-splitter'), 'index.cjs'))});
    const { parentPort } = require('node:worker_threads');
    const end = () => parentPort.postMessage('AWSXRay' in (process.namespaces ?? {}));
    setImmediate(() => handler(${JSON.stringify(event)}, {}).then(end, end));
    parentPort.on('message', () => {});`,
    {
      eval: true,
      env: {
        ...variables,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
        LAMBDA_TASK_ROOT: folder,
        DATA_BUCKET: 'data',
      },
      stdout: true,
      stderr: true,
    },
  );
  const [arePromisesFollowed] = await once(worker, 'message');
  const end = async () => {
    await worker.terminate();
    s3.close();
  };
  return { arePromisesFollowed, end };
}
