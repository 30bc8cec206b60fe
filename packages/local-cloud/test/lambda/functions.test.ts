import {
  AddPermissionCommand,
  DeleteFunctionCommand,
  GetFunctionCommand,
  GetFunctionConfigurationCommand,
  GetPolicyCommand,
  ListFunctionsCommand,
  PutFunctionConcurrencyCommand,
  RemovePermissionCommand,
  UpdateFunctionCodeCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { jsonProtocol } from '../../src/gateway/json-protocol.ts';
import { signed } from '../support/signed.ts';
import { type LambdaCloud, ROLE, startLambdaCloud, zip } from './lambda-cloud.ts';

const HANDLER = 'exports.handler = async () => 1;';
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud({
    more: () => [
      {
        name: 's3',
        protocol: jsonProtocol('1.0'),
        operations: {
          GetObject: {
            permissions: () => [],
            async run({ Key }: { Key: string }) {
              if (Key !== 'code.zip') throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
              return { Body: zip({ 'index.js': 'exports.handler = async () => "from S3";' }) };
            },
          },
        },
      },
    ],
  });
});
afterAll(() => cloud.remove());

describe('CreateFunction', () => {
  it('fills in AWS’s defaults', async () => {
    await cloud.create('plain', HANDLER);
    const configuration = await cloud.client.send(new GetFunctionConfigurationCommand({ FunctionName: 'plain' }));
    expect(configuration).toMatchObject({
      FunctionName: 'plain',
      FunctionArn: `${ARN}:plain`,
      Runtime: 'nodejs22.x',
      Role: ROLE,
      Handler: 'index.handler',
      Description: '',
      Timeout: 3,
      MemorySize: 128,
      Version: '$LATEST',
      State: 'Active',
      LastUpdateStatus: 'Successful',
      PackageType: 'Zip',
      Architectures: ['x86_64'],
      EphemeralStorage: { Size: 512 },
      TracingConfig: { Mode: 'PassThrough' },
      LoggingConfig: { LogFormat: 'Text', LogGroup: '/aws/lambda/plain' },
    });
    expect(configuration.LastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
    expect(configuration.CodeSha256).toHaveLength(44);
  });

  it('takes code from S3', async () => {
    await cloud.create('from-s3', {}, { Code: { S3Bucket: 'assets', S3Key: 'code.zip' } });
    expect((await cloud.invoke('from-s3')).payload).toBe('from S3');
    const missing = cloud.create('from-nowhere', {}, { Code: { S3Bucket: 'assets', S3Key: 'absent.zip' } });
    await expect(missing).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('S3 Error Code: NoSuchKey'),
    });
  });

  it('refuses a name that is taken', async () => {
    await cloud.create('taken', HANDLER);
    await expect(cloud.create('taken', HANDLER)).rejects.toMatchObject({
      name: 'ResourceConflictException',
      message: 'Function already exist: taken',
      $metadata: { httpStatusCode: 409 },
    });
  });

  const refused: [what: string, input: object, name: string, message: RegExp][] = [
    [
      'a runtime that is not Node.js',
      { Runtime: 'python3.13' },
      'InvalidParameterValueException',
      /hosts Node.js runtimes only/,
    ],
    ['no handler', { Handler: undefined }, 'InvalidParameterValueException', /Runtime and Handler are mandatory/],
    ['a container image', { PackageType: 'Image' }, 'InvalidParameterValueException', /container images/],
    ['a layer', { Layers: ['arn:aws:lambda:us-east-1:1:layer:x:1'] }, 'InvalidParameterValueException', /Layers/],
    ['a timeout over 15 minutes', { Timeout: 901 }, 'ValidationException', /timeout.*less than or equal to 900/],
    ['too little memory', { MemorySize: 64 }, 'ValidationException', /memorySize.*greater than or equal to 128/],
    ['a role that is no ARN', { Role: 'admin' }, 'ValidationException', /role/],
    ['a name that is too long', { FunctionName: 'x'.repeat(65) }, 'ValidationException', /functionName/],
    ['bytes that are no zip', { Code: { ZipFile: Buffer.from('hello') } }, 'InvalidParameterValueException', /unzip/],
    ['an empty zip', { Code: { ZipFile: zip({}) } }, 'InvalidParameterValueException', /non-empty zip/],
    [
      'a zip that reaches outside',
      { Code: { ZipFile: zipSync({ '../../evil.js': strToU8('x') }) } },
      'InvalidParameterValueException',
      /outside the package/,
    ],
    ['no code', { Code: {} }, 'InvalidParameterValueException', /source for function code/],
    [
      'a reserved variable',
      { Environment: { Variables: { AWS_REGION: 'x', OK: '1' } } },
      'InvalidParameterValueException',
      /Reserved keys used in this request: AWS_REGION$/,
    ],
    [
      'more than 4 KB of variables',
      { Environment: { Variables: { BIG: 'x'.repeat(4096) } } },
      'InvalidParameterValueException',
      /4KB limit/,
    ],
    [
      'a dead-letter target that is no queue',
      { DeadLetterConfig: { TargetArn: 'arn:aws:s3:::x' } },
      'InvalidParameterValueException',
      /TargetArn/,
    ],
  ];
  it.each(refused)('refuses %s', async (_, input, name, message) => {
    await expect(cloud.create('refused', HANDLER, input)).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    });
    await expect(cloud.invoke('refused')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('updates', () => {
  it('new code is run by the next invocation, and what was running ends with the old', async () => {
    await cloud.create('updated', 'exports.handler = () => new Promise((r) => setTimeout(r, 400, "old"));');
    const running = cloud.invoke('updated');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ZipFile = zip({ 'index.js': 'exports.handler = async () => "new";' });
    await cloud.client.send(new UpdateFunctionCodeCommand({ FunctionName: 'updated', ZipFile }));
    expect((await cloud.invoke('updated')).payload).toBe('new');
    expect((await running).payload).toBe('old');
  });

  it('new settings are laid over the old ones', async () => {
    await cloud.create('settings', 'exports.handler = async () => process.env.ONE + process.env.TWO;', {
      Timeout: 9,
      Environment: { Variables: { ONE: 'a' } },
    });
    const change = { FunctionName: 'settings', Environment: { Variables: { TWO: 'b' } } };
    const updated = await cloud.client.send(new UpdateFunctionConfigurationCommand(change));
    expect(updated).toMatchObject({ Timeout: 9, Environment: { Variables: { TWO: 'b' } } });
    expect((await cloud.invoke('settings')).payload).toBe('undefinedb');
  });

  it('an update that changes nothing keeps warm environments', async () => {
    const code = { 'index.js': 'let calls = 0; exports.handler = async () => (calls += 1);' };
    await cloud.create('unchanged', code);
    expect((await cloud.invoke('unchanged')).payload).toBe(1);
    const FunctionName = 'unchanged';
    await cloud.client.send(new UpdateFunctionCodeCommand({ FunctionName, ZipFile: zip(code) }));
    await cloud.client.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: 3 }));
    expect((await cloud.invoke('unchanged')).payload).toBe(2);
    await cloud.client.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: 4 }));
    expect((await cloud.invoke('unchanged')).payload).toBe(1);
  });

  it('a change made for an older revision is refused', async () => {
    await cloud.create('revised', HANDLER);
    const { RevisionId } = await cloud.client.send(new GetFunctionConfigurationCommand({ FunctionName: 'revised' }));
    const change = new UpdateFunctionConfigurationCommand({ FunctionName: 'revised', Timeout: 5, RevisionId });
    await cloud.client.send(change);
    await expect(cloud.client.send(change)).rejects.toMatchObject({
      name: 'PreconditionFailedException',
      $metadata: { httpStatusCode: 412 },
    });
  });
});

describe('the rest of a function', () => {
  it('is listed in pages, read and deleted', async () => {
    const names = ['page-a', 'page-b', 'page-c'];
    for (const name of names) await cloud.create(name, HANDLER);
    const listed: string[] = [];
    let Marker: string | undefined;
    do {
      const page = await cloud.client.send(new ListFunctionsCommand({ MaxItems: 2, Marker }));
      expect(page.Functions?.length).toBeLessThanOrEqual(2);
      listed.push(...(page.Functions ?? []).map(({ FunctionName }) => FunctionName ?? ''));
      Marker = page.NextMarker;
    } while (Marker);
    expect(listed).toEqual(expect.arrayContaining(names));
    expect(new Set(listed).size).toBe(listed.length);

    await cloud.client.send(new DeleteFunctionCommand({ FunctionName: 'page-b' }));
    await expect(cloud.client.send(new GetFunctionCommand({ FunctionName: 'page-b' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('has a policy of its own', async () => {
    await cloud.create('shared', HANDLER);
    const statement = {
      FunctionName: 'shared',
      StatementId: 'events',
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: 'arn:aws:events:us-east-1:000000000000:rule/*',
    };
    await cloud.client.send(new AddPermissionCommand(statement));
    await expect(cloud.client.send(new AddPermissionCommand(statement))).rejects.toMatchObject({
      name: 'ResourceConflictException',
    });
    const { Policy } = await cloud.client.send(new GetPolicyCommand({ FunctionName: 'shared' }));
    expect(JSON.parse(Policy ?? '').Statement).toEqual([
      {
        Sid: 'events',
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'lambda:InvokeFunction',
        Resource: `${ARN}:shared`,
        Condition: { ArnLike: { 'AWS:SourceArn': 'arn:aws:events:us-east-1:000000000000:rule/*' } },
      },
    ]);
    await cloud.client.send(new RemovePermissionCommand({ FunctionName: 'shared', StatementId: 'events' }));
    await expect(cloud.client.send(new GetPolicyCommand({ FunctionName: 'shared' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('has the tags it was made with and reserved concurrency', async () => {
    await cloud.create('tagged', HANDLER, { Tags: { stage: 'test' } });
    const FunctionName = 'tagged';
    await cloud.client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 7 }));
    expect(await cloud.client.send(new GetFunctionCommand({ FunctionName }))).toMatchObject({
      Tags: { stage: 'test' },
      Concurrency: { ReservedConcurrentExecutions: 7 },
    });
  });
});

describe('requests no SDK would send', () => {
  const send = (path: string, init: { method?: string; body?: string } = {}) => {
    const url = `${cloud.cloud.endpoint}${path}`;
    return fetch(url, { ...init, headers: signed('lambda', url, init) });
  };

  it('a path it does not know is answered by name', async () => {
    const response = await send('/2018-10-31/layers');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'The local cloud does not host GET /2018-10-31/layers.' });
  });

  it('a body that is not JSON is answered without a stack', async () => {
    const response = await send('/2015-03-31/functions', { method: 'POST', body: '{"FunctionName":' });
    expect(response.status).toBe(400);
    expect(response.headers.get('x-amzn-errortype')).toBe('SerializationException');
    expect(await response.text()).not.toContain('    at ');
  });

  it('members of the wrong type are answered as wrong input', async () => {
    const body = JSON.stringify({ FunctionName: 7, Role: [], Timeout: '3', Code: 'x' });
    const response = await send('/2015-03-31/functions', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(response.headers.get('x-amzn-errortype')).toBe('ValidationException');
  });
});
