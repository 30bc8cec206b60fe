import { createHash } from 'node:crypto';
import type { CallerRun } from '../contracts/caller.ts';
import type { DatasetRow } from '../contracts/dataset-row.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Names a row and attempt in storage keys: sample ids are free text, keys are not. */
export const rowKeyOf = (run: Pick<CallerRun, 'evaluationId' | 'attempt'>, row: DatasetRow) => ({
  evaluationId: run.evaluationId,
  rowIndex: row.row_index,
  sampleHash: hash(row.sample_id).slice(0, 16),
  attempt: run.attempt,
});

/** What the names of all agent executions of a run begin with. */
export const agentNamePrefix = (evaluationId: string): string => `rollcall-${hash(evaluationId).slice(0, 12)}-`;

/** The same call always has the same name, so that starting it again attaches to it. At most 80 characters, no free text. */
export const agentExecutionName = (evaluationId: string, sampleId: string, attempt: number, call: number): string =>
  `${agentNamePrefix(evaluationId)}${hash(JSON.stringify([evaluationId, sampleId, attempt, call])).slice(0, 40)}`;

/** A Standard execution's ARN follows from its machine's, which may end in a version or alias. */
export function executionArnOf(stateMachineArn: string, executionName: string): string {
  const [arn, partition, service, region, account, , machine] = stateMachineArn.split(':');
  return [arn, partition, service, region, account, 'execution', machine, executionName].join(':');
}
