/**
 * How fast a Distributed Map runs on the local cloud, and what memory it takes: JSONL items in batches of 25, one
 * lambda:invoke an item, MaxConcurrency 50. Each size runs in a process of its own, so that peaks do not mix.
 *
 *   npx tsx packages/local-cloud/bench/distributed-map.ts [items …]      default: 10000 100000
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { createCloud } from '../src/create-cloud.ts';
import { createLambdaService } from '../src/lambda/service.ts';
import { createS3Service } from '../src/s3/service.ts';
import { createStepFunctionsService } from '../src/stepfunctions/service.ts';

const BATCH = 25;
const CONCURRENCY = 50;
const LEAST_ITEMS_PER_SECOND = 600;
const MOST_MEMORY_RATIO = 1.3;

interface Measured {
  readonly items: number;
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const definition = {
  QueryLanguage: 'JSONata',
  StartAt: 'Rows',
  States: {
    Rows: {
      Type: 'Map',
      Label: 'Rows',
      MaxConcurrency: CONCURRENCY,
      ItemReader: {
        Resource: 'arn:aws:states:::s3:getObject',
        ReaderConfig: { InputType: 'JSONL' },
        Arguments: { Bucket: 'bench', Key: 'rows.jsonl' },
      },
      ItemBatcher: { MaxItemsPerBatch: BATCH, BatchInput: { run: '{% $states.context.Execution.Name %}' } },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'Each',
        States: {
          Each: {
            Type: 'Map',
            MaxConcurrency: 1,
            Items: '{% $states.input.Items %}',
            ItemProcessor: {
              StartAt: 'Call',
              States: {
                Call: {
                  Type: 'Task',
                  Resource: 'arn:aws:states:::lambda:invoke',
                  Arguments: { FunctionName: 'echo', Payload: '{% $states.input %}' },
                  Output: '{% $states.result.StatusCode %}',
                  End: true,
                },
              },
            },
            Output: '{% $count($states.result) %}',
            End: true,
          },
        },
      },
      Output: '{% $sum($states.result) %}',
      End: true,
    },
  },
};

async function measure(items: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-cloud-bench-'));
  const cloud = await createCloud({
    dataDir,
    port: 0,
    authorize: () => {},
    services: async (context) => [
      await createS3Service(context),
      createLambdaService(context),
      await createStepFunctionsService(context),
    ],
  });
  const { context } = cloud;
  const role = 'arn:aws:iam::000000000000:role/bench';
  const call = <Output>(service: string, operation: string, input: unknown) =>
    context.call<Output>(service, operation, input, context.administrator);
  try {
    const rows = function* () {
      for (let row = 0; row < items; row += 1) {
        yield Buffer.from(`${JSON.stringify({ sample_id: `row-${row}`, input: { question: 'x'.repeat(200) } })}\n`);
      }
    };
    await call('s3', 'CreateBucket', { Bucket: 'bench' });
    await call('s3', 'PutObject', { Bucket: 'bench', Key: 'rows.jsonl', Body: Readable.from(rows()) });
    const ZipFile = zipSync({ 'index.js': strToU8('exports.handler = async (row) => ({ answer: row.sample_id });') });
    const runtime = { Runtime: 'nodejs22.x', Handler: 'index.handler', Role: role, MemorySize: 128 };
    await call('lambda', 'CreateFunction', { FunctionName: 'echo', Code: { ZipFile }, ...runtime });
    const machine = { name: 'bench', roleArn: role, definition: JSON.stringify(definition) };
    const { stateMachineArn } = await call<{ stateMachineArn: string }>('states', 'CreateStateMachine', machine);

    const began = performance.now();
    const ended = new Promise<void>((resolve) => {
      context.events.on('states:status-change', ({ status }) => status !== 'RUNNING' && resolve());
    });
    const start = { stateMachineArn, input: '{}' };
    const { executionArn } = await call<{ executionArn: string }>('states', 'StartExecution', start);
    await ended;
    const seconds = (performance.now() - began) / 1000;
    const { output, error, cause } = await call<{ output?: string; error?: string; cause?: string }>(
      'states',
      'DescribeExecution',
      { executionArn },
    );
    if (Number(output) !== items) throw new Error(`${output} of ${items} items done: ${error} ${cause}`);
    return { items, seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
  } finally {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function inProcessOfItsOwn(items: number): Measured {
  const script = fileURLToPath(import.meta.url);
  const answer = execFileSync(process.execPath, [...process.execArgv, script, '--measure', String(items)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(answer);
}

const [flag, ...rest] = process.argv.slice(2);
if (flag === '--measure') {
  process.stdout.write(JSON.stringify(await measure(Number(rest[0]))));
  process.exit(0);
}

const sizes = flag === undefined ? [10_000, 100_000] : [flag, ...rest].map(Number);
const results = sizes.map(inProcessOfItsOwn);
const [first] = results;
console.table(
  results.map(({ items, seconds, peakMegabytes }) => ({
    items,
    seconds: Number(seconds.toFixed(2)),
    'items/s': Math.round(items / seconds),
    'of 600 items/s': Number((items / seconds / LEAST_ITEMS_PER_SECOND).toFixed(2)),
    'peak MB': Math.round(peakMegabytes),
    [`memory (at most ${MOST_MEMORY_RATIO})`]: Number((peakMegabytes / (first?.peakMegabytes ?? 1)).toFixed(2)),
  })),
);
