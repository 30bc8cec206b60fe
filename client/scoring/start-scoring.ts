import { randomBytes } from 'node:crypto';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { z } from 'zod';
import type { evaluatorsSchema } from '../../contracts/evaluators.ts';
import type { Installation } from '../connect/installation.ts';
import type { StartedRun } from '../runs/start-run.ts';

const LONGEST_NAME = 80;

/** Scores a run's answers again: an execution that calls no row. Without evaluators, by those of the run. */
export async function startScoring(
  evaluationId: string,
  evaluators: z.input<typeof evaluatorsSchema> | undefined,
  { clients, outputs }: Installation,
): Promise<StartedRun> {
  const suffix = `-score-${randomBytes(4).toString('hex')}`;
  const { executionArn = '' } = await clients.sfn.send(
    new StartExecutionCommand({
      stateMachineArn: outputs.EvaluationStateMachineArn,
      name: `${evaluationId.slice(0, LONGEST_NAME - suffix.length)}${suffix}`,
      input: JSON.stringify({ evaluationId, score: evaluators ? { evaluators } : {} }),
    }),
  );
  return { evaluationId, executionArn };
}
