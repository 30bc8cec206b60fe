import { DescribeExecutionCommand, ExecutionDoesNotExist, type SFNClient } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import type { ExportRequest } from '../../contracts/export.ts';
import { evaluationOfExecution } from '../../core/evaluation-of-execution.ts';

const EXECUTION_ARN = /^arn:[^:]+:states:[^:]+:[^:]+:execution:[^:]+:([^:]+)$/;

/** The evaluation of a request that names it, or one of its executions. */
export async function findEvaluation(
  { evaluationId, executionId = '' }: ExportRequest,
  sfn: SFNClient,
): Promise<string> {
  if (evaluationId) return evaluationId;
  const name = EXECUTION_ARN.exec(executionId)?.[1];
  const found = evaluationOfExecution(name ? await describe(executionId, name, sfn) : { name: executionId });
  if (found) return found;
  throw invalid(executionId, 'is neither the ARN of an execution nor the name of a run’s first one');
}

async function describe(executionArn: string, name: string, sfn: SFNClient) {
  try {
    return await sfn.send(new DescribeExecutionCommand({ executionArn }));
  } catch (error) {
    // Step Functions forgets an execution after 90 days; its rows stay.
    if (error instanceof ExecutionDoesNotExist) return { name };
    if (error instanceof Error && error.name === 'AccessDeniedException') {
      throw invalid(executionArn, 'is no execution of Rollcall’s state machine');
    }
    throw error;
  }
}

const invalid = (executionId: string, problem: string): RollcallError =>
  new RollcallError('InvalidExportRequest', `executionId ${JSON.stringify(executionId)} ${problem}.`);
