import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { runStatement } from '../../client/athena/run-query.ts';
import { rowIndexKey } from '../../contracts/storage-keys.ts';
import { selectRowIndex } from '../../core/sql/row-index.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';

/**
 * Leaves what tables show of a run's rows as one file: the file that Athena makes of a SELECT, under a key of its own.
 * Readers without it go to the logs, so that no run fails for it.
 */
export async function writeRowIndex(record: RunRecord, deps: SummarizerDependencies): Promise<void> {
  const { evaluation_id: evaluationId, pass_id } = record;
  try {
    const query = selectRowIndex(deps.tables, evaluationId);
    const { ResultConfiguration } = await runStatement(query, { ...deps, token: `${pass_id} index ${Date.now()}` });
    const source = ResultConfiguration?.OutputLocation?.replace('s3://', '');
    await deps.s3.send(
      new CopyObjectCommand({ Bucket: deps.bucket, Key: rowIndexKey(evaluationId), CopySource: source }),
    );
  } catch (error) {
    deps.noteFailure('The row index could not be written', { evaluationId, errorName: (error as Error).name });
  }
}
