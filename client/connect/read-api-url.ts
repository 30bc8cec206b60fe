import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** Where the API and the console are; undefined where they are not deployed (`-c api=true`). */
export async function readApiUrl(cloudformation: CloudFormationClient, stage: string): Promise<string | undefined> {
  const StackName = stage === 'main' ? 'RollcallApi' : `RollcallApi-${stage}`;
  try {
    const { Stacks = [] } = await cloudformation.send(new DescribeStacksCommand({ StackName }));
    return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'ApiUrl')?.OutputValue;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}
