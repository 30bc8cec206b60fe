import { randomBytes } from 'node:crypto';
import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { z } from 'zod';
import { RollcallError } from '../../contracts/errors.ts';
import type { executionInputSchema } from '../../contracts/execution-input.ts';
import { evaluationIdSchema } from '../../contracts/ids.ts';
import type { Installation } from '../connect/installation.ts';

export interface StartedRun {
  readonly evaluationId: string;
  readonly executionArn: string;
}

/** Starts the evaluation state machine. The execution's name is the run's id. */
export async function startRun(
  evaluationId: string,
  input: z.input<typeof executionInputSchema>,
  { clients, outputs }: Installation,
): Promise<StartedRun> {
  try {
    const { executionArn = '' } = await clients.sfn.send(
      new StartExecutionCommand({
        stateMachineArn: outputs.EvaluationStateMachineArn,
        name: evaluationIdSchema.parse(evaluationId),
        input: JSON.stringify(input),
      }),
    );
    return { evaluationId, executionArn };
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) {
      throw new RollcallError('RunExists', `There is a run ${evaluationId} already.`, { cause: error });
    }
    throw error;
  }
}

/** `tickets-20261116-0533-4f2a`: sorts by time and never meets another. */
export function newEvaluationId(name: string, now = new Date()): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 13);
  return `${name}-${time}-${randomBytes(2).toString('hex')}`;
}
