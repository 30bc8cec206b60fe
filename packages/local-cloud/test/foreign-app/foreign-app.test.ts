import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { createLocalCloud, type LocalCloud } from 'local-cloud';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let root: string;
let cloud: LocalCloud;
let outputs: Record<string, string>;
let settings: { endpoint: string; region: string; credentials: { accessKeyId: string; secretAccessKey: string } };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-foreign-'));
  const assembly = join(root, 'cdk.out');
  // What `cdk synth` runs.
  execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'app.ts')], {
    env: { ...process.env, CDK_OUTDIR: assembly },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cloud = await createLocalCloud({ assemblies: [assembly], data: join(root, 'data') });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  settings = { endpoint: cloud.endpoint, region: 'us-east-1', credentials };
  const { Stacks } = await new CloudFormationClient(settings).send(new DescribeStacksCommand({ StackName: 'Shop' }));
  outputs = Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map((output) => [output.OutputKey, output.OutputValue]));
}, 120_000);

afterAll(async () => {
  await cloud?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a CDK app that has nothing to do with this project', () => {
  it('runs its state machine, whose function writes to its bucket', async () => {
    const sfn = new SFNClient(settings);
    const input = JSON.stringify({ id: '7', pieces: 3, price: 5 });
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn: outputs.Machine, input }));
    const ended = await vi.waitUntil(
      async () => {
        const execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
        return execution.status === 'RUNNING' ? undefined : execution;
      },
      { timeout: 20_000 },
    );
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '{"total":15,"currency":"EUR"}' });

    const receipt = new GetObjectCommand({ Bucket: outputs.Bucket, Key: 'orders/7' });
    const { Body } = await new S3Client({ ...settings, forcePathStyle: true }).send(receipt);
    expect(await Body?.transformToString()).toBe('15');
  });

  it('is held to the policies of its template', async () => {
    const Payload = JSON.stringify({ id: 'elsewhere/7', pieces: 1, price: 1 });
    const invoke = new InvokeCommand({ FunctionName: outputs.Function, Payload });
    const { FunctionError, Payload: answer } = await new LambdaClient(settings).send(invoke);
    expect(FunctionError).toBe('Unhandled');
    expect(JSON.parse(Buffer.from(answer ?? '').toString())).toMatchObject({
      errorType: 'AccessDenied',
      errorMessage: expect.stringContaining('is not authorized to perform: s3:PutObject on resource'),
    });
  });
});
