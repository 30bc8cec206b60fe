/**
 * What endpoint rows that take a second each cost on AWS, computed from calls counted on the local cloud and list prices
 * (us-east-1, arm64, November 2026), and what 1, 10 and 100 million of them take. The endpoint itself is not in it.
 *
 *   npx tsx bench/evaluation/on-aws.ts
 */

import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { planBatches } from '../../core/plan-batches.ts';
import { runLogPrefix } from '../../domain/run-log/log-keys.ts';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { childrenOf, history, isTransition } from './histories.ts';

const ROWS = 1_000;
const CONCURRENCY = 50;
const PRICES = {
  transition: 0.025 / 1_000,
  s3Put: 0.005 / 1_000,
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  dynamoDbWrite: 0.625 / 1e6,
  dynamoDbRead: 0.125 / 1e6,
  athenaQuery: (5 / 1e6) * 10,
  logGigabyte: 0.5,
};
const MEMORY_GB = 1;
/** A line a settled row and its share of a metrics line, as the functions write them. */
const LOG_BYTES_A_ROW = 700;
/** ReadDataset unloads, LoadResults merges, SummarizeRun reads the rows for figures and index. */
const QUERIES = 3;
/** Measured on Trino 476 with Iceberg: see docs/scale.md. */
const MERGE_SECONDS_A_SHARD = 5;

const endpoint = await countingEndpoint(() => ({ delayMs: 1_000 }));
const { assemblies, remove } = await synthesizeAssemblies();
const rollcall = await RollcallCloud.start(assemblies);
try {
  await rollcall.insertDataset(
    'rows',
    Array.from({ length: ROWS }, (_, n) => ({ n })),
  );
  const config = {
    executionMode: 'endpoint',
    endpoint: { url: endpoint.url, allowPrivateAddresses: true },
    executor: { maxConcurrency: CONCURRENCY },
  };
  const began = performance.now();
  const arn = await rollcall.start('priced', { datasetId: 'rows', config });
  const { status } = await rollcall.end(arn);
  if (status !== 'SUCCEEDED') throw new Error(`The run ended as ${status}.`);
  const seconds = (performance.now() - began) / 1000;

  const children = await childrenOf(rollcall, arn);
  const events = (await Promise.all([arn, ...children].map((one) => history(rollcall, one)))).flat();
  const transitions = events.filter(isTransition).length;
  const invocations = events.filter(({ type }) => type === 'TaskScheduled').length;
  const Prefix = runLogPrefix('priced');
  const { KeyCount: puts = 0 } = await rollcall.s3.send(
    new ListObjectsV2Command({ Bucket: rollcall.output('DataBucketName'), Prefix }),
  );
  const { children: callers } = planBatches({ planned: ROWS, maxConcurrency: CONCURRENCY, isAwaited: false });
  const lambdaSeconds = callers * (ROWS / CONCURRENCY) + invocations;
  const looks = callers * (ROWS / CONCURRENCY);

  const usd = {
    transitions: transitions * PRICES.transition,
    's3 puts': puts * PRICES.s3Put,
    lambda: lambdaSeconds * MEMORY_GB * PRICES.lambdaGbSecond + invocations * PRICES.lambdaRequest,
    dynamodb: looks * (PRICES.dynamoDbWrite + PRICES.dynamoDbRead),
    athena: QUERIES * PRICES.athenaQuery,
    logs: ((ROWS * LOG_BYTES_A_ROW) / 1e9) * PRICES.logGigabyte,
  };
  const total = Object.values(usd).reduce((sum, one) => sum + one, 0);
  console.log({ seconds: Math.round(seconds), transitions, invocations, puts, 'puts a row': puts / ROWS });
  console.table(Object.fromEntries(Object.entries(usd).map(([what, one]) => [what, one.toFixed(5)])));
  console.log(`$${total.toFixed(4)} per 1,000 rows of a second each, ${CONCURRENCY} at once (asked: 0.03 at most).`);

  console.table(
    [1e6, 1e7, 1e8].map((rows) => {
      const atOnce = 1_000;
      const runs = Math.ceil(rows / 1e7);
      const plan = planBatches({ planned: rows / runs, maxConcurrency: atOnce, isAwaited: false });
      const merges = (rows / ROWS_PER_SHARD) * MERGE_SECONDS_A_SHARD;
      return {
        rows,
        runs,
        'callers at once': plan.children,
        batches: Math.ceil(rows / plan.batchRows),
        'hours of calls at 1,000 at once': (rows / atOnce / 3600).toFixed(1),
        'hours of MERGE': (merges / 3600).toFixed(1),
        usd: Math.round((total / ROWS) * rows),
      };
    }),
  );
  process.exitCode = total <= 0.03 ? 0 : 1;
} finally {
  await endpoint.close();
  await rollcall.close();
  await remove();
}
