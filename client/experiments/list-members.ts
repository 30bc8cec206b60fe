import type { ListedRun } from '../../domain/run-records/run-listing.ts';
import { MOST_READ } from '../../domain/run-records/store/list-runs.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';

/** The runs of an experiment, newest first. */
export async function listMembers(
  tenant: string,
  experimentId: string,
  runs: Pick<RunRecordStore, 'list'>,
): Promise<ListedRun[]> {
  const members: ListedRun[] = [];
  let before: string | undefined;
  do {
    const page = await runs.list({ tenant, filter: { experimentId }, limit: MOST_READ, before });
    members.push(...page.runs);
    before = page.next;
  } while (before);
  return members;
}
