import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud({
    authorize(caller, [permission]) {
      if (permission?.action !== 'lambda:GetFunction') return;
      throw new AwsError(
        'AccessDeniedException',
        `${caller.arn} may not ${permission.action} ${permission.resource}`,
        403,
      );
    },
  });
});
afterAll(() => cloud.remove());

describe('the environment of a handler', () => {
  it('has the function’s variables and the runtime’s, and nothing else', async () => {
    process.env.SECRET_OF_THE_HOST = 'not for functions';
    await cloud.create('variables', 'exports.handler = async () => process.env;', {
      Environment: { Variables: { TABLE: 'runs', EMPTY: '' } },
      MemorySize: 192,
    });
    const { payload } = await cloud.invoke('variables');
    expect(payload).toMatchObject({
      TABLE: 'runs',
      EMPTY: '',
      _HANDLER: 'index.handler',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: cloud.cloud.endpoint,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
      AWS_LAMBDA_FUNCTION_NAME: 'variables',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '192',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/variables',
      AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
      TZ: ':UTC',
      AWS_ACCESS_KEY_ID: expect.stringMatching(/^ASIA/),
      AWS_SESSION_TOKEN: expect.any(String),
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/),
    });
    expect(payload).not.toHaveProperty('SECRET_OF_THE_HOST');
    const known = /^(AWS_|LAMBDA_|_|LANG$|TZ$|PATH$|HOME$|TABLE$|EMPTY$)/;
    expect(Object.keys(payload).filter((name) => !known.test(name))).toEqual([]);
  });

  it('acts as the function’s role: its calls are checked against that role', async () => {
    await cloud.create(
      'caller',
      `const { LambdaClient, GetFunctionCommand, InvokeCommand } = require('@aws-sdk/client-lambda');
       const client = new LambdaClient({});
       exports.handler = async () => {
         const { Payload } = await client.send(new InvokeCommand({ FunctionName: 'callee' }));
         const denied = await client.send(new GetFunctionCommand({ FunctionName: 'callee' })).catch((error) => error);
         return { answer: JSON.parse(Buffer.from(Payload).toString()), name: denied.name, message: denied.message };
       };`,
      { Timeout: 20, MemorySize: 256 },
    );
    await cloud.create('callee', 'exports.handler = async () => process.env._X_AMZN_TRACE_ID.slice(0, 10);');
    const { payload } = await cloud.invoke('caller');
    expect(payload.answer).toMatch(/^Root=1-/);
    expect(payload.name).toBe('AccessDeniedException');
    expect(payload.message).toBe(
      'arn:aws:sts::000000000000:assumed-role/function-role/caller may not lambda:GetFunction ' +
        'arn:aws:lambda:us-east-1:000000000000:function:callee',
    );
  });

  it('goes on with the trace of the caller', async () => {
    await cloud.create('traced', 'exports.handler = async () => process.env._X_AMZN_TRACE_ID;');
    const root = `1-${'5'.repeat(8)}-${'a'.repeat(24)}`;
    const { Payload } = await cloud.cloud.context.call<{ Payload: Buffer }>(
      'lambda',
      'Invoke',
      { FunctionName: 'traced', TraceHeader: `Root=${root};Parent=53995c3f42cd8ad8;Sampled=1` },
      cloud.cloud.context.administrator,
    );
    expect(String(Payload)).toContain(`Root=${root};`);
  });

  it('reaches S3 in path style at the loopback endpoint', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url?.split('?')[0]}`);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await cloud.create(
      'uses-s3',
      `const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3');
       exports.handler = async () => { await new S3Client({}).send(new PutObjectCommand({ Bucket: 'data', Key: 'a/b', Body: 'x' })); };`,
      { Timeout: 20, MemorySize: 256, Environment: { Variables: { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` } } },
    );
    expect((await cloud.invoke('uses-s3')).FunctionError).toBeUndefined();
    expect(paths).toEqual(['PUT 127.0.0.1/data/a/b']);
    server.close();
  });
});

describe('how a handler is found', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['CommonJS in .js', { 'index.js': 'exports.handler = async () => 42;' }, 'index.handler'],
    ['CommonJS in .cjs', { 'index.cjs': 'module.exports.handler = async () => 42;' }, 'index.handler'],
    ['an ES module in .mjs', { 'index.mjs': 'export const handler = async () => 42;' }, 'index.handler'],
    [
      'an ES module in .js with "type": "module"',
      { 'index.js': 'export const handler = async () => 42;', 'package.json': '{"type":"module"}' },
      'index.handler',
    ],
    [
      'an ES module that awaits',
      { 'index.mjs': 'const n = await 42; export const handler = async () => n;' },
      'index.handler',
    ],
    ['a file in a folder', { 'src/app.js': 'exports.run = async () => 42;' }, 'src/app.run'],
    ['a handler in an object', { 'index.js': 'exports.a = { b: async () => 42 };' }, 'index.a.b'],
    ['.js before .mjs', { 'index.js': 'exports.handler = async () => 42;', 'index.mjs': 'throw 1' }, 'index.handler'],
    [
      'a module of the package',
      {
        'index.js': "exports.handler = require('dep')",
        'node_modules/dep/index.js': 'module.exports = async () => 42;',
      },
      'index.handler',
    ],
    [
      'an SDK import in an ES module',
      { 'index.mjs': "import '@aws-sdk/client-sfn'; export const handler = async () => 42;" },
      'index.handler',
    ],
  ];
  it.each(cases)('%s', async (name, files, Handler) => {
    const functionName = name.replace(/[^a-z]+/gi, '-');
    await cloud.create(functionName, files, { Handler, Timeout: 20, MemorySize: 256 });
    expect((await cloud.invoke(functionName)).payload).toBe(42);
  });
});
