import { DescribeStackResourcesCommand, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { RollcallCloud } from './rollcall-cloud.ts';

export type RoleSettings = Awaited<ReturnType<typeof roleSettings>>;

/** Gives what SDK clients are made with to call as one of our roles, named as in the stacks: `RunPlanner`. */
export async function roleSettings(rollcall: RollcallCloud) {
  const names = await roleNames(rollcall);
  const { settings } = rollcall;
  return async (role: string) => {
    const sts = new STSClient(settings);
    const RoleArn = `arn:aws:iam::000000000000:role/${names.get(role)}`;
    const { Credentials } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'test' }));
    sts.destroy();
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken } = Credentials ?? {};
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
    return { ...settings, credentials, maxAttempts: 1 };
  };
}

async function roleNames({ cloudformation }: RollcallCloud): Promise<Map<string, string>> {
  const { Stacks = [] } = await cloudformation.send(new DescribeStacksCommand({}));
  const described = await Promise.all(
    Stacks.map(({ StackName }) => cloudformation.send(new DescribeStackResourcesCommand({ StackName }))),
  );
  return new Map(
    described
      .flatMap(({ StackResources = [] }) => StackResources)
      .filter(({ ResourceType }) => ResourceType === 'AWS::IAM::Role')
      // CDK ends a logical id with a hash.
      .map(({ LogicalResourceId = '', PhysicalResourceId = '' }) => [
        LogicalResourceId.replace(/Role[0-9A-F]{8}$/, ''),
        PhysicalResourceId,
      ]),
  );
}
