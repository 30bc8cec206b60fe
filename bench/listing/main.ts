/**
 * How long pages of `GET /runs` take to read, and the read units DynamoDB bills for them, with more and more records in the
 * table: on a local cloud with the storage stack, which counts units as DynamoDB does. Records are those of runs that are
 * over, with a configuration of 2 KB; one in 10,000 carries the tag that the filtered page looks for.
 *
 *   node --import tsx bench/listing/main.ts [RECORDS …]      default: 100 10000
 */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { indexKeysOf } from '../../domain/run-records/run-listing.ts';
import type { RunsQuery } from '../../domain/run-records/store/list-runs.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { runRecordOf } from '../../test/support/run-record.ts';
import { startStorageCloud } from '../../test/support/storage-cloud.ts';

const BATCH = 25;
const WRITERS = 8;
const REPEATS = 30;
const RARE = 10_000;
const FIRST = Date.UTC(2026, 0, 1);

const sizes = (process.argv.length > 2 ? process.argv.slice(2) : ['100', '10000']).map(Number);
const cloud = await startStorageCloud();
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: cloud.endpoint, region: 'us-east-1', credentials }),
);
const { TableNames = [] } = await documents.send(new ListTablesCommand({}));
const tableOf = (id: string): string => TableNames.find((name) => name.startsWith(`RollcallStorage-${id}`)) ?? '';
const tables = { runs: tableOf('Runs'), counts: tableOf('BatchCounts') };
const runs = createRunRecordStore(documents, tables);

let units = 0;
documents.middlewareStack.add(
  (next) => async (call) => {
    const answer = await next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } });
    const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: { CapacityUnits?: number } };
    units += ConsumedCapacity?.CapacityUnits ?? 0;
    return answer;
  },
  { step: 'initialize', priority: 'high' },
);

function itemOf(number: number): Record<string, unknown> {
  const at = new Date(FIRST + number * 1_000).toISOString();
  const record = runRecordOf({
    evaluation_id: `tickets-${String(number).padStart(8, '0')}`,
    target_name: `target-${number % 10}`,
    ...{
      status: 'completed',
      total: 300,
      succeeded: 300,
      figures: { passRate: 0.9, passed: 270, wrong: 30, p95Ms: 900 },
    },
    ...{
      config: 'c'.repeat(2_000),
      started_at: at,
      finished_at: at,
      tags: [number % RARE === 0 ? 'release' : 'nightly'],
    },
  });
  return { ...record, ...indexKeysOf(record) };
}

let written = 0;
async function writeUpTo(size: number): Promise<void> {
  const write = async () => {
    while (written < size) {
      const from = written;
      written = Math.min(size, from + BATCH);
      const puts = Array.from({ length: written - from }, (_, at) => ({ PutRequest: { Item: itemOf(from + at) } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [tables.runs]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

async function measured(page: string, query: Omit<RunsQuery, 'tenant'>) {
  const times: number[] = [];
  const { runs: found, next } = await runs.list({ tenant: 'default', ...query });
  units = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const began = performance.now();
    await runs.list({ tenant: 'default', ...query });
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round((times[Math.floor(share * (REPEATS - 1))] ?? 0) * 10) / 10;
  const figures = { 'p50 ms': percentile(0.5), 'p95 ms': percentile(0.95), 'read units': units / REPEATS };
  return { records: written, page, runs: found.length, more: next !== undefined, ...figures };
}

try {
  const rows: object[] = [];
  for (const size of sizes.sort((a, b) => a - b)) {
    const began = performance.now();
    await writeUpTo(size);
    console.log(`${size} records written in ${Math.round((performance.now() - began) / 1_000)} s`);
    const evaluations = { kinds: ['evaluation'] } as const;
    rows.push(
      await measured('first page of 50', { limit: 50, filter: evaluations }),
      await measured('first page of 50 of all kinds', { limit: 50 }),
      await measured('first page of 50 of a target', { limit: 50, filter: { target: 'target-3' } }),
      await measured('first page with a tag', { limit: 50, filter: { ...evaluations, tag: 'release' } }),
    );
  }
  console.table(rows);
} finally {
  documents.destroy();
  await cloud.close();
}
