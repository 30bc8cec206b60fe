import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { IndexRow } from '../../contracts/api/rows.ts';
import { rowIndexKey } from '../../contracts/storage-keys.ts';
import { ByteDecoder } from '../../core/dataset/byte-decoder.ts';
import { CsvReader } from '../../core/dataset/csv/csv-reader.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';

/** Longer scores are left out of lists. */
const LONGEST_SCORES = 4000;

/** The index that SummarizeRun has left of a run's rows; undefined when there is none. */
export async function readRowIndex(
  s3: S3Client,
  bucket: string,
  evaluationId: string,
): Promise<IndexRow[] | undefined> {
  const found = await findObject(s3, bucket, rowIndexKey(evaluationId));
  if (!found) return undefined;
  const rows: IndexRow[] = [];
  await parseRowIndex(found as Readable, (row) => rows.push(listed(row)));
  return rows;
}

const listed = ({ promptTokens: _p, completionTokens: _c, scores, ...row }: StoredRow): IndexRow => ({
  ...row,
  scores: scores?.slice(0, LONGEST_SCORES) ?? null,
});

/** Reads a row index as it comes, so that nobody has to hold all of it. */
export async function parseRowIndex(bytes: AsyncIterable<Uint8Array>, onRow: (row: StoredRow) => void): Promise<void> {
  const reader = new CsvReader({
    delimiter: ',',
    firstLine: 1,
    onHeader: () => {},
    onRow: (row) => onRow(rowOfCells(row.texts())),
  });
  const decoder = new ByteDecoder();
  for await (const chunk of bytes) reader.push(decoder.push(chunk));
  reader.push(decoder.end());
  reader.end();
}

/** A row of the index, with its scores whole. */
interface StoredRow extends IndexRow {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

function rowOfCells(cells: readonly string[]): StoredRow {
  const [rowIndex, sampleId = '', status, attempts, input, expected, actualOutput, errorClass, errorName] = cells;
  const [errorMessage, latencyMs, totalTokens, costUsd, passed, scores, trial, finishedAt, variant = '', ...last] =
    cells.slice(9);
  return {
    rowIndex: Number(rowIndex),
    sampleId,
    status: status as IndexRow['status'],
    attempts: Number(attempts),
    input: text(input),
    expected: text(expected),
    actualOutput: text(actualOutput),
    errorClass: errorClass || null,
    errorName: errorName || null,
    errorMessage: text(errorMessage),
    latencyMs: number(latencyMs),
    totalTokens: number(totalTokens),
    costUsd: number(costUsd),
    passed: passed ? passed === 'true' : null,
    scores: text(scores),
    trial: number(trial) ?? 0,
    // The table's time zone is UTC.
    finishedAt: finishedAt ? `${finishedAt}Z` : null,
    variant,
    promptTokens: number(last[0]),
    completionTokens: number(last[1]),
    metadata: text(last[2]),
  };
}

/** The sign before it tells an empty text from none. */
const text = (cell = ''): string | null => (cell === '' ? null : cell.slice(1));
const number = (cell = ''): number | null => (cell === '' ? null : Number(cell));
