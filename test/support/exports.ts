import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import {
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import type { ExportAnswer, ExportRequestInput } from '../../contracts/export.ts';
import { RESULT_COLUMNS, type ResultRow } from '../../contracts/result-row.ts';
import { shardOf } from '../../contracts/storage-keys.ts';
import type { LogEntry } from '../../domain/run-log/log-entry.ts';
import { entryText } from '../../domain/run-log/log-entry.ts';
import { logKey } from '../../domain/run-log/log-keys.ts';
import type { RollcallCloud } from './rollcall-cloud.ts';

/** A settled row with what a test does not care about filled in. */
export function settledRow(evaluationId: string, rowIndex: number, row: Partial<ResultRow> = {}): ResultRow {
  const empty = Object.fromEntries(Object.keys(RESULT_COLUMNS).map((name) => [name, null]));
  return {
    ...empty,
    evaluation_id: evaluationId,
    sample_id: `s${rowIndex}`,
    row_index: rowIndex,
    dataset_id: 'staged',
    execution_mode: 'endpoint',
    status: 'succeeded',
    attempt: 1,
    attempts: 1,
    calls: 1,
    started_at: '2026-11-16T00:00:00.000Z',
    finished_at: '2026-11-16T00:00:01.000Z',
    ...row,
  } as ResultRow;
}

/** Puts settled rows where callers put theirs: into the log of a batch, one a shard and attempt. */
export async function stageRows(rollcall: RollcallCloud, rows: readonly ResultRow[]): Promise<void> {
  for (const row of rows) {
    const { evaluation_id: evaluationId, row_index: rowIndex, attempt } = row;
    const log = { evaluationId, attempt, shard: shardOf(rowIndex), batch: 0 };
    const entry: LogEntry = { writer: 'test', at: row.finished_at ?? '', claims: [], retries: [], settled: [rowIndex] };
    const Body = entryText(entry, [JSON.stringify(row)]);
    const Bucket = rollcall.output('DataBucketName');
    await rollcall.s3.send(new PutObjectCommand({ Bucket, Key: logKey(log, rowIndex), Body }));
  }
}

/** Invokes the exporter as `aws lambda invoke` does. Throws `name: message` when it fails. */
export async function exportRun(rollcall: RollcallCloud, request: ExportRequestInput | object): Promise<ExportAnswer> {
  const { Payload, FunctionError } = await rollcall.lambda.send(
    new InvokeCommand({
      FunctionName: rollcall.output('ResultsExporterFunctionArn'),
      Payload: JSON.stringify(request),
    }),
  );
  const answer = JSON.parse(Buffer.from(Payload ?? []).toString());
  if (FunctionError) throw new Error(`${answer.errorType}: ${answer.errorMessage}`);
  return answer as ExportAnswer;
}

export async function download(rollcall: RollcallCloud, { s3Uri }: { s3Uri: string }): Promise<Buffer> {
  const { host, pathname } = new URL(s3Uri);
  const { Body } = await rollcall.s3.send(new GetObjectCommand({ Bucket: host, Key: pathname.slice(1) }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

export async function keysBelow(rollcall: RollcallCloud, Prefix: string): Promise<string[]> {
  const Bucket = rollcall.output('DataBucketName');
  const { Contents } = await rollcall.s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
  return (Contents ?? []).map(({ Key = '' }) => Key);
}

export async function openUploads(rollcall: RollcallCloud, Prefix: string): Promise<number> {
  const Bucket = rollcall.output('DataBucketName');
  const { Uploads } = await rollcall.s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  return Uploads?.length ?? 0;
}

/** Text of every cell; what is missing is null. */
export type Table = (string | null)[][];

/** csv-parse does not tell empty from missing unless asked about quotes. */
export const readWithCsvParse = (csv: Buffer): Table =>
  parse(csv, {
    bom: true,
    relax_column_count: false,
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  }) as Table;

const DUCKDB_OPTIONS = `header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', allow_quoted_nulls = false, max_line_size = 20000000, buffer_size = 80000000`;

export function readWithDuckDb(csv: Buffer): Promise<Table> {
  const width = readWithCsvParse(csv)[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`);
  return withFile(csv, 'rows.csv', async (path) => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    try {
      const source = `read_csv('${path}', ${DUCKDB_OPTIONS}, columns = {${columns.join(', ')}})`;
      return (await connection.runAndReadAll(`SELECT * FROM ${source}`)).getRows() as Table;
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });
}

const PYTHON = `
import csv, json, sys
csv.field_size_limit(2**31 - 1)
with open(sys.argv[1], newline='', encoding='utf-8-sig') as file:
    print(json.dumps(list(csv.reader(file, strict=True))))
`;

/** Python's reader has no notion of a missing cell: it is an empty one. */
export const readWithPython = (csv: Buffer): Promise<string[][] | undefined> =>
  withFile(csv, 'rows.csv', async (path) => {
    try {
      return JSON.parse(execFileSync('python3', ['-c', PYTHON, path], { encoding: 'utf8', maxBuffer: 2 ** 28 }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  });

export async function withFile<T>(content: Buffer, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-export-'));
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
