import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalCloud, type LocalCloud } from '../../src/create-local-cloud.ts';
import { writeAssembly } from '../assembly/write-assembly.ts';
import { settingsFor } from '../support/create-test-cloud.ts';

const template = {
  Description: 'One bucket',
  Parameters: {
    Stage: { Type: 'String', Default: 'dev' },
    Password: { Type: 'String', Default: 'hidden', NoEcho: true },
  },
  Resources: { Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'listed-bucket' } } },
  Outputs: {
    Name: { Value: { Ref: 'Bucket' }, Description: 'Where rows are', Export: { Name: 'the-bucket' } },
    Count: { Value: 3 },
  },
};

let root: string;
let cloud: LocalCloud;
let client: CloudFormationClient;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-cloudformation-'));
  const assembly = writeAssembly(join(root, 'cdk.out'), { App: { template }, Empty: { template: { Resources: {} } } });
  cloud = await createLocalCloud({ data: join(root, 'data'), port: 0, assemblies: [assembly] });
  client = new CloudFormationClient(settingsFor(cloud.endpoint));
});

afterAll(async () => {
  await cloud.close();
  rmSync(root, { recursive: true, force: true });
});

describe('CloudFormation', () => {
  it('describes a stack with its outputs and parameters, by name and by id', async () => {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: 'App' }));
    expect(Stacks).toHaveLength(1);
    expect(Stacks?.[0]).toMatchObject({
      StackName: 'App',
      Description: 'One bucket',
      StackStatus: 'CREATE_COMPLETE',
      CreationTime: expect.any(Date),
      Parameters: [
        { ParameterKey: 'Stage', ParameterValue: 'dev' },
        { ParameterKey: 'Password', ParameterValue: '****' },
      ],
      Outputs: [
        { OutputKey: 'Name', OutputValue: 'listed-bucket', Description: 'Where rows are', ExportName: 'the-bucket' },
        { OutputKey: 'Count', OutputValue: '3' },
      ],
    });
    const again = await client.send(new DescribeStacksCommand({ StackName: Stacks?.[0]?.StackId }));
    expect(again.Stacks).toEqual(Stacks);
  });

  it('describes all stacks when none is named', async () => {
    const { Stacks } = await client.send(new DescribeStacksCommand({}));
    expect(Stacks?.map((stack) => stack.StackName)).toEqual(['App', 'Empty']);
  });

  it('refuses the name of a stack that is not there', async () => {
    await expect(client.send(new DescribeStacksCommand({ StackName: 'Nope' }))).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Stack with id Nope does not exist',
    });
  });

  it('lists the resources of a stack', async () => {
    const expected = {
      LogicalResourceId: 'Bucket',
      PhysicalResourceId: 'listed-bucket',
      ResourceType: 'AWS::S3::Bucket',
      ResourceStatus: 'CREATE_COMPLETE',
    };
    const described = await client.send(new DescribeStackResourcesCommand({ StackName: 'App' }));
    expect(described.StackResources).toEqual([expect.objectContaining(expected)]);
  });
});
