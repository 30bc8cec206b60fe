import { readItemRows } from '../../client/jobs/item-lines.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { isUnknown } from '../../core/on-unknown.ts';
import type { RowSelection } from '../../core/sql/unload-dataset.ts';
import { SettledRows } from '../../domain/run-log/store/settled-rows.ts';
import { BatchWriter } from '../row-splitter/batch-writer.ts';
import type { DatasetCount } from './count-dataset.ts';
import type { PlanDependencies } from './dependencies.ts';

type Storage = Pick<PlanDependencies, 's3' | 'bucket'>;

/** No more bytes in one batch file. */
const FILE_BYTES = 64 * 1024 * 1024;

export interface SelectedItems {
  readonly rows: readonly DatasetRow[];
  /** Items among them whose call may have been made already. */
  readonly calledAgain: number;
}

/** The items of a batch job that a pass calls: all of them, or what its logs say of earlier attempts. No query is made. */
export async function selectItems(
  itemsKey: string,
  { evaluationId, retry, retryClass, onUnknown }: RowSelection,
  attempt: number,
  { s3, bucket }: Storage,
): Promise<SelectedItems> {
  const rows = await readItemRows(s3, bucket, itemsKey);
  if (!retry) return { rows, calledAgain: 0 };
  const settled = await new SettledRows({ s3, bucket, evaluationId }, whatCame, attempt).refresh();
  const selected = rows.flatMap((row) => {
    const [item] = settled.of(row.sample_id);
    const isLost = item !== undefined && isUnknown(item);
    const isMissing = !item || item.status === 'skipped';
    const hasFailed = item?.status === 'failed' && !isLost && (!retryClass || item.error_class === retryClass);
    const isLostOfClass = isLost && (retry === 'missing' || !retryClass || item.error_class === retryClass);
    const isCalled = (retry === 'missing' ? isMissing : hasFailed) || (onUnknown === 'call-again' && isLostOfClass);
    return isCalled ? [{ row: { ...row, previous_attempts: item?.attempts ?? 0 }, isLost }] : [];
  });
  return { rows: selected.map(({ row }) => row), calledAgain: selected.filter(({ isLost }) => isLost).length };
}

const whatCame = ({ status, attempts, error_class, error_name }: ResultRow) => ({
  status,
  attempts,
  error_class,
  error_name,
});

export const countItems = ({ rows, calledAgain }: SelectedItems): DatasetCount => ({
  planned: rows.length,
  lastRowIndex: rows.at(-1)?.row_index ?? 0,
  calledAgain,
});

/** Writes the rows of a pass and the list of its batches, as SplitRows does for a dataset. Answers the list's key. */
export async function dealItems(
  rows: readonly DatasetRow[],
  { evaluationId, attempt, batchRows }: { evaluationId: string; attempt: number; batchRows: number },
  { s3, bucket }: Storage,
): Promise<string> {
  const target = { s3, bucket, evaluationId, attempt, fileName: 'items' };
  const writer = new BatchWriter(target, { batchRows, bytes: FILE_BYTES });
  for (const row of rows) {
    const buffer = Buffer.from(`${JSON.stringify(row)}\n`);
    await writer.row({ rowIndex: row.row_index, buffer, start: 0, end: buffer.length });
  }
  return (await writer.finish()).manifestKey;
}
