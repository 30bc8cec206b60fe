import type { Readable } from 'node:stream';
import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { runStatement } from '../../client/athena/run-query.ts';
import { parseRowIndex } from '../../client/rows/read-row-index.ts';
import { rowIndexKey } from '../../contracts/storage-keys.ts';
import { selectRowIndex } from '../../core/sql/row-index.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';
import type { FigureRow } from '../../domain/results/run-figures.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';

/**
 * Reads a run's loaded rows in their order, and leaves the file that Athena makes of them as the row index. Readers without
 * an index go to the log, so no run fails if it cannot be copied.
 */
export async function indexRows(
  record: RunRecord,
  onRow: (row: FigureRow) => void,
  deps: SummarizerDependencies,
): Promise<void> {
  const { evaluation_id: evaluationId, pass_id } = record;
  const query = selectRowIndex(deps.tables, evaluationId);
  // The table changes between invocations, so the time is part of the token: each asks anew.
  const { ResultConfiguration } = await runStatement(query, { ...deps, token: `${pass_id} index ${Date.now()}` });
  const source = ResultConfiguration?.OutputLocation?.replace('s3://', '') ?? '';
  const found = await findObject(deps.s3, deps.bucket, source.slice(deps.bucket.length + 1));
  if (!found) throw new Error(`The rows of ${evaluationId} are not where Athena has left them.`);
  await parseRowIndex(found as Readable, onRow);
  try {
    const Key = rowIndexKey(evaluationId);
    await deps.s3.send(new CopyObjectCommand({ Bucket: deps.bucket, Key, CopySource: source }));
  } catch (error) {
    deps.noteFailure('The row index could not be written', { evaluationId, errorName: (error as Error).name });
  }
}
