import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller, Operation } from '../../service.ts';
import type { Queries, QueryRecord } from '../queries/queries.ts';
import { type Field, readLines, readRows } from '../queries/result-reader.ts';
import { invalidRequest, nextToken, parseInput, queryExecutionId } from '../request.ts';
import { resultKey } from '../statements/query-run.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const LARGEST_PAGE = 1000;
/** A page ends early when its rows are very large. */
const MOST_BYTES = 32 * 1024 * 1024;
const FIRST_READ = 256 * 1024;

const input = z.looseObject({
  QueryExecutionId: queryExecutionId,
  NextToken: nextToken,
  MaxResults: z.number().int().min(1).max(LARGEST_PAGE).optional(),
});

/** Reads a page of a query's result file, with the caller's own permission to read it. */
export function getQueryResults(context: CloudContext, parts: { queries: Queries; workGroups: WorkGroups }) {
  const { queries, workGroups } = parts;
  const operation: Operation<{ QueryExecutionId?: string }> = {
    permissions: ({ QueryExecutionId }) =>
      workGroups.permission('GetQueryResults', queries.find(QueryExecutionId)?.workGroup),
    async run(given, { caller }) {
      const { QueryExecutionId, NextToken, MaxResults } = parseInput(input, given);
      const record = queries.get(QueryExecutionId);
      refuseUnfinished(record);
      const offset = offsetOf(NextToken, record);
      const page = await readPage(context, record, offset, MaxResults ?? LARGEST_PAGE, caller);
      return {
        UpdateCount: record.updateCount ?? 0,
        ResultSet: { Rows: page.rows.map(rowOf), ResultSetMetadata: { ColumnInfo: record.columns } },
        ...(page.next === undefined ? {} : { NextToken: tokenOf(page.next, record) }),
      };
    },
  };
  return operation;
}

function refuseUnfinished({ state }: QueryRecord): void {
  if (state === 'QUEUED' || state === 'RUNNING') {
    throw invalidRequest(`Query has not yet finished. Current state: ${state}`, 'INVALID_QUERY_EXECUTION_STATE');
  }
  if (state === 'CANCELLED') throw invalidRequest('Could not find results', 'RESULT_NOT_FOUND');
  if (state === 'FAILED') {
    throw invalidRequest(
      `Query did not finish successfully. Final query state: ${state}`,
      'INVALID_QUERY_EXECUTION_STATE',
    );
  }
}

const rowOf = (fields: readonly Field[]) => ({
  Data: fields.map((VarCharValue) => (VarCharValue === undefined ? {} : { VarCharValue })),
});

const tokenOf = (offset: number, { id }: QueryRecord): string => Buffer.from(`${id}/${offset}`).toString('base64url');

function offsetOf(token: string | undefined, { id }: QueryRecord): number {
  if (token === undefined) return 0;
  const [query, offset] = Buffer.from(token, 'base64url').toString('utf8').split('/');
  if (query !== id || !/^\d+$/.test(offset ?? '')) throw invalidRequest(`Malformed nextPageToken ${token}`);
  return Number(offset);
}

async function readPage(context: CloudContext, record: QueryRecord, offset: number, most: number, caller: Caller) {
  const csv = record.outputUri.endsWith('.csv');
  if (!csv && !record.outputUri.endsWith('.txt')) return { rows: [], next: undefined };
  if (record.updateCount !== undefined || (!csv && record.statementType === 'DDL'))
    return { rows: [], next: undefined };
  const read = csv ? readRows : readLines;
  const { bucket, key } = resultKey(record.outputUri);
  const size = await sizeOf(context, bucket, key, caller);
  const rows: Field[][] = [];
  let at = offset;
  let length = FIRST_READ;
  while (at < size && rows.length < most && at - offset < MOST_BYTES) {
    const bytes = await readRange(context, bucket, key, at, Math.min(length, size - at), caller);
    const found = read(bytes, most - rows.length, at + bytes.length >= size);
    rows.push(...found.rows);
    at += found.used;
    // A row longer than what was read needs a longer piece.
    if (found.used === 0) length *= 4;
  }
  // A page that is full is never the last, even if an empty one follows.
  return { rows, next: at < size || rows.length === most ? at : undefined };
}

async function sizeOf(context: CloudContext, Bucket: string, Key: string, caller: Caller): Promise<number> {
  try {
    const head = await context.call<{ ContentLength?: number }>('s3', 'HeadObject', { Bucket, Key }, caller);
    return head.ContentLength ?? 0;
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    if (/^AccessDenied/.test(error.code)) throw new AwsError('AccessDeniedException', error.message);
    throw invalidRequest(`Could not find results at s3://${Bucket}/${Key}`, 'RESULT_NOT_FOUND');
  }
}

async function readRange(
  context: CloudContext,
  Bucket: string,
  Key: string,
  start: number,
  length: number,
  caller: Caller,
): Promise<Buffer> {
  const Range = `bytes=${start}-${start + length - 1}`;
  const { Body } = await context.call<{ Body: AsyncIterable<Buffer> }>(
    's3',
    'GetObject',
    { Bucket, Key, Range },
    caller,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of Body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
