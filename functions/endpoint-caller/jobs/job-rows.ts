import type { Claim } from '../../../domain/run-log/batch-progress.ts';
import type { PlacedRow, RowReader } from '../../caller/row-reader.ts';
import type { JobItem } from './job-store.ts';

/** A row that waits for a job. */
export interface JobRow extends PlacedRow {
  readonly claim: Claim;
}

/** What a row is known by, whatever the pass. */
export const identityOf = ({ sampleId, trial }: Pick<JobItem, 'sampleId' | 'trial'>): string =>
  JSON.stringify([sampleId, trial]);

export const itemOf = ({ row }: PlacedRow, text: string, id?: string): JobItem => ({
  sampleId: row.sample_id,
  trial: row.trial ?? 0,
  attempts: row.previous_attempts ?? 0,
  text,
  ...(id !== undefined && { id }),
});

/** Reads the rows of a job out of their batch. */
export async function readJobRows(reader: RowReader, claims: readonly Claim[]): Promise<Map<string, JobRow>> {
  const claimed = new Map(claims.map((claim) => [claim.row, claim]));
  const last = Math.max(-1, ...claimed.keys());
  const rows = new Map<string, JobRow>();
  while (reader.place <= last) {
    const placed = await reader.next();
    if (!placed) break;
    const claim = claimed.get(placed.place);
    if (claim) rows.set(identityOf(itemOf(placed, '')), { ...placed, claim });
  }
  return rows;
}
