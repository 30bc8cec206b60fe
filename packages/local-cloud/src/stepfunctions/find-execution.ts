import { AwsError } from '../aws-error.ts';
import { executionPlace } from './arns.ts';
import type { Runner } from './runner.ts';
import type { ExecutionRecord } from './store/execution-record.ts';

export async function findExecution(runner: Runner, executionArn: string): Promise<ExecutionRecord> {
  executionPlace(executionArn);
  const record = await runner.executions.find(executionArn);
  if (!record) throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`);
  return record;
}
