import { DescribeExecutionCommand, type DescribeExecutionCommandOutput, type SFNClient } from '@aws-sdk/client-sfn';

/** What Step Functions knows of an execution: nothing of one that never was, or that ended more than 90 days ago. */
export async function describeExecution(
  executionArn: string,
  sfn: SFNClient,
): Promise<Partial<DescribeExecutionCommandOutput>> {
  try {
    return await sfn.send(new DescribeExecutionCommand({ executionArn }));
  } catch (error) {
    if (error instanceof Error && error.name === 'ExecutionDoesNotExist') return {};
    throw error;
  }
}
