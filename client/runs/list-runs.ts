import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import type { ListedRun } from '../../domain/run-records/run-listing.ts';
import type { RunsPage, RunsQuery } from '../../domain/run-records/store/list-runs.ts';
import type { Installation } from '../connect/installation.ts';
import { control } from './control.ts';

/** A record of a run that goes on is not looked into before it has stood still for this long. */
const STILL_MS = 30_000;
/** DescribeExecution has 15 calls a second for the whole account. */
const MOST_LOOKS = 10;

/**
 * A tenant's runs, newest first: as many pages as it takes to fill `limit`. Those that are open though their execution has
 * ended are closed on the way.
 */
export async function listRuns(query: RunsQuery, installation: Installation): Promise<RunsPage> {
  const runs: ListedRun[] = [];
  let next = query.before;
  do {
    const page = await installation.runs.list({ ...query, limit: query.limit - runs.length, before: next });
    runs.push(...page.runs);
    next = page.next;
  } while (next && runs.length < query.limit);
  const open = runs.filter(isOpen).slice(0, MOST_LOOKS);
  const closed = await Promise.all(open.map((run) => closedIfEnded(run, installation)));
  const byId = new Map(closed.map((run) => [run.evaluation_id, run]));
  return { runs: runs.map((run) => byId.get(run.evaluation_id) ?? run), next };
}

const isOpen = ({ finished_at, updated_at = '' }: ListedRun): boolean =>
  !finished_at && Date.now() - Date.parse(updated_at) > STILL_MS;

/** A list is not worth an error: what cannot be looked at now stays as it is. */
async function closedIfEnded(run: ListedRun, installation: Installation): Promise<ListedRun> {
  const { evaluation_id: evaluationId, execution_arn: executionArn } = run;
  try {
    const { status } = await installation.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (status === 'RUNNING') return run;
    await control({ action: 'status', evaluationId }, installation);
    return (await installation.runs.find(evaluationId)) ?? run;
  } catch {
    return run;
  }
}
