import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalCloud, type LocalCloud } from '../../src/create-local-cloud.ts';
import { writeAssembly } from './write-assembly.ts';

/** Answers what its property `Answer` says, and gives back what it was asked. */
const CODE = `exports.handler = async ({ ResponseURL, ...asked }) => {
  const { Answer, Id } = asked.ResourceProperties;
  if (Answer === 'nothing') throw new Error('out of order');
  const answer = { Status: Answer, Reason: 'not today', PhysicalResourceId: Id, Data: { Asked: JSON.stringify(asked) } };
  await fetch(ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body: JSON.stringify(answer) });
}`;

let root: string;
let cloud: LocalCloud;

function assembly(properties: object | undefined): string {
  const Resources = {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
        },
      },
    },
    Maker: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Code: { ZipFile: CODE },
        Timeout: 60,
      },
    },
    ...(properties && {
      Thing: {
        Type: 'Custom::Thing',
        Properties: { ServiceToken: { 'Fn::GetAtt': ['Maker', 'Arn'] }, ...properties },
      },
    }),
  };
  const Outputs = properties && { Asked: { Value: { 'Fn::GetAtt': ['Thing', 'Asked'] } } };
  return writeAssembly(join(root, 'cdk.out'), { App: { template: { Resources, Outputs } } });
}

async function load(properties: object | undefined): Promise<Record<string, unknown>> {
  await cloud.load([assembly(properties)]);
  const { Stacks } = await cloud.context.call<{ Stacks: { Outputs?: { OutputValue: string }[] }[] }>(
    'cloudformation',
    'DescribeStacks',
    { StackName: 'App' },
    cloud.context.administrator,
  );
  return JSON.parse(Stacks[0]?.Outputs?.[0]?.OutputValue ?? '{}') as Record<string, unknown>;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-custom-'));
  cloud = await createLocalCloud({ data: join(root, 'data'), port: 0 });
});

afterAll(async () => {
  await cloud?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a custom resource', () => {
  it('is made by its function, which is given the properties as text and whose data are its attributes', async () => {
    const asked = await load({ Answer: 'SUCCESS', Id: 'a', Count: 3, List: [{ on: true }] });
    expect(asked).toMatchObject({
      RequestType: 'Create',
      LogicalResourceId: 'Thing',
      ResourceType: 'Custom::Thing',
      StackId: expect.stringContaining(':stack/App/'),
      ResourceProperties: { Count: '3', List: [{ on: 'true' }] },
    });
  });

  it('is not asked for again while nothing changes, and updated when something does', async () => {
    const same = { Answer: 'SUCCESS', Id: 'a', Count: 3, List: [{ on: true }] };
    expect(await load(same)).toMatchObject({ RequestType: 'Create' });
    expect(await load({ ...same, Count: 4 })).toMatchObject({
      RequestType: 'Update',
      PhysicalResourceId: 'a',
      OldResourceProperties: { Count: '3' },
    });
  });

  it('fails the stack with the reason its function gives, or with what the function threw', async () => {
    await expect(load({ Answer: 'FAILED', Id: 'a' })).rejects.toThrow(
      'Received response status [FAILED] from custom resource. Message returned: not today',
    );
    await expect(load({ Answer: 'nothing', Id: 'a' })).rejects.toThrow('out of order');
  });

  it('leaves no bucket behind', async () => {
    await load(undefined);
    const { Buckets } = await cloud.context.call<{ Buckets: { Name: string }[] }>(
      's3',
      'ListBuckets',
      {},
      cloud.context.administrator,
    );
    expect(Buckets.filter(({ Name }) => Name.startsWith('cloudformation'))).toEqual([]);
  });
});
