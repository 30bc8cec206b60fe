import { type ExecutionRecord, statusOf } from './store/execution-record.ts';

const REDRIVABLE_MS = 14 * 24 * 3600 * 1000;

/** Whether RedriveExecution would take an execution, and if not, why. */
export function redrivability(record: ExecutionRecord): { redriveStatus: string; redriveStatusReason?: string } {
  const status = statusOf(record);
  if (status === 'SUCCEEDED' || status === 'RUNNING') {
    return {
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: `Execution is ${status} and cannot be redriven`,
    };
  }
  if (record.start.mapRunArn !== undefined) return { redriveStatus: 'REDRIVABLE_BY_MAP_RUN' };
  if (Date.now() - (record.end?.stopDate ?? 0) > REDRIVABLE_MS) {
    return {
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: 'Execution ended more than 14 days ago and cannot be redriven',
    };
  }
  return { redriveStatus: 'REDRIVABLE' };
}
