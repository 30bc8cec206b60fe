import type { RollcallError } from '../../../contracts/errors.ts';
import type { Settlement } from '../../../core/result-row.ts';
import type { Advancing } from './advancing.ts';
import { readJobRows } from './job-rows.ts';

type Unsent = Pick<Settlement, 'status'> & {
  readonly kind?: 'refused' | 'unknown';
  readonly error: RollcallError | NonNullable<Settlement['error']>;
};

/** Settles the rows of a job that does not run, or lets them go one by one. */
export async function settleUnsent(
  { batch, claims, reader, requests, notes }: Pick<Advancing, 'batch' | 'claims' | 'reader' | 'requests' | 'notes'>,
  { status, kind, error }: Unsent,
): Promise<void> {
  const startedAt = notes.state.intendedAt || new Date().toISOString();
  const isAlone = kind === 'refused' && error.name === 'TargetRejected' && requests.bulk.onReject === 'individual';
  const rows = await readJobRows(reader(), claims);
  await Promise.all(
    [...rows.values()].map(async (row): Promise<void> => {
      const { place, claim } = row;
      const notBefore = new Date().toISOString();
      if (isAlone) {
        await batch.commit.add({ retry: { row: place, calls: claim.call, notBefore, startedAt, isAlone } });
        return;
      }
      await batch.settle(row, { status, calls: claim.call, error, isBulk: true, startedAt, finishedAt: notBefore });
    }),
  );
}
