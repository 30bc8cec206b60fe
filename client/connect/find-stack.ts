import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** A stack's outputs by their names; undefined where there is no such stack. */
export async function findStackOutputs(
  cloudformation: CloudFormationClient,
  StackName: string,
): Promise<Record<string, string> | undefined> {
  try {
    const { Stacks = [] } = await cloudformation.send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks[0]?.Outputs ?? [];
    return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** A stack's name in a stage, and that of an alarm. */
export const stackInStage = (name: string, stage: string): string => (stage === 'main' ? name : `${name}-${stage}`);
