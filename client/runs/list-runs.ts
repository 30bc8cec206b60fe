import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Installation } from '../connect/installation.ts';
import { control } from './control.ts';

/** A record of a run that goes on is not looked into before it has stood still for this long. */
const STILL_MS = 30_000;
/** DescribeExecution has 15 calls a second for the whole account. */
const MOST_LOOKS = 10;

/** All runs, newest first. Those that are open though their execution has ended are closed on the way. */
export async function listRuns(installation: Installation): Promise<RunRecord[]> {
  const records = await installation.runs.list();
  const open = records.filter(isOpen).slice(0, MOST_LOOKS);
  const closed = await Promise.all(open.map((record) => closedIfEnded(record, installation)));
  const byId = new Map(closed.map((record) => [record.evaluation_id, record]));
  return records.map((record) => byId.get(record.evaluation_id) ?? record);
}

const isOpen = ({ finished_at, updated_at }: RunRecord): boolean =>
  !finished_at && Date.now() - Date.parse(updated_at) > STILL_MS;

/** A list is not worth an error: what cannot be looked at now stays as it is. */
async function closedIfEnded(record: RunRecord, installation: Installation): Promise<RunRecord> {
  const { evaluation_id: evaluationId, execution_arn: executionArn } = record;
  try {
    const { status } = await installation.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (status === 'RUNNING') return record;
    await control({ action: 'status', evaluationId }, installation);
    return (await installation.runs.find(evaluationId)) ?? record;
  } catch {
    return record;
  }
}
