/**
 * How fast the results-exporter makes one CSV of a finished run, beside a plain DuckDB COPY of the same rows, and what
 * memory the function takes. The local cloud, the function and the COPY each run in a process of their own. COPY and
 * export take turns, three each, and the medians are compared: by the clock, and by the processor time of all
 * processes involved, which says more on a machine that has other work to do.
 *
 *   npx tsx bench/export/million-rows.ts [rows …]      default: 100000 1000000
 */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AthenaClient, CreateWorkGroupCommand } from '@aws-sdk/client-athena';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  createAthenaService,
  createCloud,
  createDynamoDbService,
  createGlueService,
  createS3Service,
} from 'local-cloud/services';
import { runStatement } from '../../client/athena/run-query.ts';
import { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { addedColumns, firstColumns } from '../../contracts/table-columns.ts';
import { DATASETS_TABLE, RESULTS_TABLE } from '../../contracts/table-names.ts';
import type { SourceFormat } from '../../core/dataset/source-format.ts';
import { ddlColumn } from '../../core/sql/add-columns.ts';
import { literal } from '../../core/sql/literal.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import type { ExportDependencies } from '../../functions/results-exporter/dependencies.ts';
import { exportResults } from '../../functions/results-exporter/export-results.ts';

const LEAST_SPEED = 0.5;
const REPEATS = 3;
const BUCKET = 'bench';
const COLUMNS = ['subject', 'body', 'priority'];

const source: Partial<SourceFormat> = {
  format: 'csv',
  encoding: 'utf-8',
  bom: false,
  newline: '\n',
  endsWithNewline: true,
  columns: COLUMNS.map((name) => ({ name, place: 'input' })),
  options: {},
};

/** A ticket and its answer: about 460 bytes a row as CSV, with commas and quotes in it. */
const ROW: Partial<Record<keyof typeof RESULT_COLUMNS, string>> = {
  evaluation_id: `'bench'`,
  sample_id: `concat('s', CAST(i AS varchar))`,
  row_index: 'i',
  dataset_id: `'tickets'`,
  target_name: `'triage'`,
  execution_mode: `'endpoint'`,
  status: `'succeeded'`,
  attempt: '1',
  attempts: '1',
  calls: '1',
  input: `concat('{"subject":"Order ', CAST(i AS varchar), ' has not arrived","body":"', array_join(repeat(concat('My parcel, number ', CAST(i AS varchar), ', is \\"late\\". '), 4), ''), '","priority":"', CAST(i % 5 AS varchar), '"}')`,
  expected: `'delivery'`,
  metadata: `'{}'`,
  actual_output: `array_join(repeat(concat('The answer to ', CAST(i AS varchar), ' is: "wait, please". '), 4), '')`,
  provider_name: `'provider'`,
  model_name: `'model-x'`,
  prompt_tokens: '120',
  completion_tokens: '30',
  total_tokens: '150',
  latency_ms: 'i % 900',
  cost_usd: '0.0012e0',
  trace_ref: `concat('arn:aws:states:us-east-1:000000000000:execution:agent:', CAST(i AS varchar))`,
  started_at: `TIMESTAMP '2026-11-16 00:00:00'`,
  finished_at: `TIMESTAMP '2026-11-16 00:00:01'`,
};

/** What a plain COPY takes out of the same table: the columns the export has, in its order. */
const COPIED = [
  ...COLUMNS.map((name) => `input ->> '$.${name}' AS ${name}`),
  'expected, actual_output, status, error_message, error_class, error_name, latency_ms, total_tokens, prompt_tokens',
  'completion_tokens, cost_usd, attempts, passed, model_name, trace_ref, sample_id, row_index, started_at, finished_at',
].join(', ');

interface Measured {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
  readonly bytes: number;
}

const tables = tablesOf({ catalog: 'AwsDataCatalog', database: 'db' });

interface BenchDependencies extends ExportDependencies {
  readonly documents: DynamoDBDocumentClient;
}

function dependencies(endpoint: string): BenchDependencies {
  const options = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(options));
  return {
    athena: new AthenaClient(options),
    documents,
    s3: new S3Client(options),
    sfn: new SFNClient(options),
    bucket: BUCKET,
    workGroup: 'bench',
    runs: createRunRecordStore(documents, { runs: 'runs', counts: 'counts' }),
    isMarked: async () => false,
    tables,
    milliseconds: 900_000,
  };
}

async function prepare(deps: ExportDependencies, rows: number): Promise<void> {
  const run = (sql: string) => runStatement(sql, { ...deps, token: sql });
  await run('CREATE DATABASE db');
  for (const [name, columns] of [
    [RESULTS_TABLE, RESULT_COLUMNS],
    [DATASETS_TABLE, DATASET_COLUMNS],
  ] as const) {
    const definition = [...firstColumns(columns), ...addedColumns(columns)].map(ddlColumn);
    await run(
      `CREATE TABLE db.${name} (${definition.join(', ')}) LOCATION 's3://${BUCKET}/warehouse/${name}/' TBLPROPERTIES ('table_type' = 'ICEBERG')`,
    );
  }
  await run(
    `INSERT INTO ${tables.datasets} (dataset_id, sample_id, row_index, source_format) VALUES ('tickets', 's0', 0, ${literal(JSON.stringify(source))})`,
  );
  const names = Object.keys(ROW).join(', ');
  for (let from = 0; from < rows; from += 100_000) {
    const hundreds = Math.min(100_000, rows - from) / 100;
    await run(
      `INSERT INTO ${tables.results} (${names}) SELECT ${Object.values(ROW).join(', ')} FROM (SELECT CAST(${from} + a * 100 + b AS bigint) AS i FROM UNNEST(sequence(0, ${hundreds - 1})) t(a) CROSS JOIN UNNEST(sequence(0, 99)) u(b))`,
    );
  }
}

async function measure(rows: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
  const cloud = await createCloud({
    dataDir,
    port: 0,
    authorize: () => {},
    services: async (context) => {
      const s3 = await createS3Service(context);
      const glue = createGlueService(context);
      return [s3, glue, createDynamoDbService(context), await createAthenaService(context, { s3, glue })];
    },
  });
  try {
    const deps = dependencies(cloud.endpoint);
    await deps.s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    await deps.documents.send(
      new CreateTableCommand({
        TableName: 'runs',
        AttributeDefinitions: [{ AttributeName: 'evaluation_id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'evaluation_id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    const ResultConfiguration = { OutputLocation: `s3://${BUCKET}/athena-results/` };
    await deps.athena.send(new CreateWorkGroupCommand({ Name: 'bench', Configuration: { ResultConfiguration } }));
    const record = { evaluation_id: 'bench', status: 'completed', dataset_id: 'tickets' };
    await deps.documents.send(new PutCommand({ TableName: 'runs', Item: record }));
    await prepare(deps, rows);
    const copy: Measured[] = [];
    const exported: Measured[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      copy.push(await inProcessOfItsOwn('--copy', String(rows), dataDir));
      const cloudTime = processorTime();
      const own = await inProcessOfItsOwn('--export', cloud.endpoint);
      exported.push({ ...own, processorSeconds: own.processorSeconds + cloudTime() });
    }
    report(rows, median(copy), median(exported));
  } finally {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The rows in a database of its own, since the cloud holds the lock of its own one. */
async function copyRows(rows: number, folder: string): Promise<Measured> {
  const instance = await DuckDBInstance.create(join(folder, 'copy.duckdb'), { threads: '2', memory_limit: '2GB' });
  const connection = await instance.connect();
  const select = Object.entries(ROW).map(
    ([name, sql]) =>
      `${sql.replaceAll('varchar', 'VARCHAR').replace(/array_join\(repeat\((.*), 4\), ''\)/s, 'repeat($1, 4)')} AS ${name}`,
  );
  const missing = ['error_message', 'error_class', 'error_name'].map((name) => `CAST(NULL AS VARCHAR) AS ${name}`);
  await connection.run(
    `CREATE TABLE IF NOT EXISTS results AS SELECT ${select.join(', ')}, ${missing.join(', ')}, CAST(NULL AS BOOLEAN) AS passed FROM range(${rows}) t(i)`,
  );
  await connection.run('CHECKPOINT');
  const path = join(folder, 'copy.csv');
  const measured = stopwatch();
  await connection.run(`COPY (SELECT ${COPIED} FROM results ORDER BY row_index) TO '${path}' (HEADER)`);
  const result = measured(statSync(path).size);
  connection.closeSync();
  instance.closeSync();
  return result;
}

async function exportRows(endpoint: string): Promise<Measured> {
  const measured = stopwatch();
  const { bytes } = await exportResults({ evaluationId: 'bench' }, dependencies(endpoint));
  return measured(bytes);
}

function stopwatch(): (bytes: number) => Measured {
  const began = performance.now();
  const time = processorTime();
  return (bytes) => ({
    seconds: (performance.now() - began) / 1000,
    processorSeconds: time(),
    peakMegabytes: peak(),
    bytes,
  });
}

function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}

/** The kernel's own figure; `maxRSS` of a child begins with what its parent had when it was made. */
function peak(): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

async function inProcessOfItsOwn(...args: string[]): Promise<Measured> {
  const script = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, script, ...args]);
  return JSON.parse(stdout);
}

const median = (runs: readonly Measured[]): Measured =>
  runs.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(runs.length / 2)] as Measured;

function report(rows: number, copy: Measured, exported: Measured): void {
  const line = (what: string, { seconds, processorSeconds, bytes, peakMegabytes }: Measured) => ({
    rows,
    what,
    seconds: Number(seconds.toFixed(2)),
    'rows/s': Math.round(rows / seconds),
    [`of COPY (at least ${LEAST_SPEED})`]: Number((copy.seconds / seconds).toFixed(2)),
    'processor s': Number(processorSeconds.toFixed(2)),
    'of COPY’s': Number((copy.processorSeconds / processorSeconds).toFixed(2)),
    'file MB': Math.round(bytes / 1e6),
    'peak MB': Math.round(peakMegabytes),
  });
  console.table([line('DuckDB COPY', copy), line('results-exporter', exported)]);
}

const [flag, ...rest] = process.argv.slice(2);
if (flag === '--copy') {
  process.stdout.write(JSON.stringify(await copyRows(Number(rest[0]), rest[1] ?? '')));
} else if (flag === '--export') {
  process.stdout.write(JSON.stringify(await exportRows(rest[0] ?? '')));
} else {
  const sizes = flag === undefined ? [100_000, 1_000_000] : [flag, ...rest].map(Number);
  for (const rows of sizes) await measure(rows);
}
process.exit(0);
