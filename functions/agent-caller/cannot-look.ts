import type { Resume } from '../../contracts/batch.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import type { AgentRow, MaybeAnswer } from './agent-row.ts';

const LONGEST_WAIT_SECONDS = 30;

/** Step Functions could not be asked about an agent. The agent may well be running, so only a lasting reason ends the row. */
export async function cannotLook(row: AgentRow, error: unknown, calls: number, agent?: Resume['agent']): MaybeAnswer {
  const failure = classifyAwsError(error, row.stateMachineArn);
  if (failure.errorClass !== 'transient') return row.settle('failed', calls, { error: failure });
  // Rows that were turned away together do not come back together.
  return row.wait(Math.random() * LONGEST_WAIT_SECONDS, agent);
}
