import { isTooLarge } from './engine/data.ts';
import { redrivability } from './operations/executions.ts';
import { type ExecutionRecord, statusOf } from './store/execution-record.ts';

/** EventBridge leaves out data that would make the event too large. */
const LARGEST_FIELD = 248 * 1024;

/** The detail of EventBridge's "Step Functions Execution Status Change". */
export function statusChange(record: ExecutionRecord): Record<string, unknown> {
  const { start, end } = record;
  return {
    executionArn: start.arn,
    stateMachineArn: start.stateMachineArn,
    stateMachineVersionArn: null,
    stateMachineAliasArn: null,
    name: start.name,
    status: statusOf(record),
    startDate: start.startDate,
    stopDate: end?.stopDate ?? null,
    ...data('input', start.input),
    ...data('output', end?.output),
    error: end?.error ?? null,
    cause: end?.cause ?? null,
    redriveCount: record.redriveCount,
    redriveDate: record.redriveDate ?? null,
    ...redrivability(record),
  };
}

function data(field: 'input' | 'output', text: string | undefined): Record<string, unknown> {
  if (text === undefined) return { [field]: null, [`${field}Details`]: null };
  const included = !isTooLarge(JSON.stringify(text), LARGEST_FIELD);
  return { [field]: included ? text : null, [`${field}Details`]: { included } };
}
