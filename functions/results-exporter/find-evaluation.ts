import type { SFNClient } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import type { ExportRequest } from '../../contracts/export.ts';
import { evaluationOfExecution } from '../../core/evaluation-of-execution.ts';
import { describeExecution } from '../shared/describe-execution.ts';

const EXECUTION_ARN = /^arn:[^:]+:states:[^:]+:[^:]+:execution:[^:]+:([^:]+)$/;

/** The evaluation of a request that names it, or one of its executions. */
export async function findEvaluation(
  { evaluationId, executionId = '' }: ExportRequest,
  sfn: SFNClient,
): Promise<string> {
  if (evaluationId) return evaluationId;
  const name = EXECUTION_ARN.exec(executionId)?.[1];
  // The rows of an execution that Step Functions has forgotten are there all the same.
  const found = evaluationOfExecution(name ? { name, ...(await describe(executionId, sfn)) } : { name: executionId });
  if (found) return found;
  throw invalid(executionId, 'is neither the ARN of an execution nor the name of a run’s first one');
}

async function describe(executionArn: string, sfn: SFNClient) {
  try {
    return await describeExecution(executionArn, sfn);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AccessDeniedException') throw error;
    throw invalid(executionArn, 'is no execution of Rollcall’s state machine');
  }
}

const invalid = (executionId: string, problem: string): RollcallError =>
  new RollcallError('InvalidExportRequest', `executionId ${JSON.stringify(executionId)} ${problem}.`);
