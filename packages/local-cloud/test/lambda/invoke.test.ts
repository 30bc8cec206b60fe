import { InvokeCommand, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud();
});
afterAll(() => cloud.remove());

describe('Invoke', () => {
  it('answers with what an async handler returns', async () => {
    await cloud.create('async', 'exports.handler = async (event) => ({ hello: event.name, list: [1, null] });');
    const result = await cloud.invoke('async', { name: 'wörld' });
    expect(result.StatusCode).toBe(200);
    expect(result.FunctionError).toBeUndefined();
    expect(result.ExecutedVersion).toBe('$LATEST');
    expect(result.payload).toEqual({ hello: 'wörld', list: [1, null] });
  });

  it('answers null for a handler that returns nothing', async () => {
    await cloud.create('nothing', 'exports.handler = async () => {};');
    expect((await cloud.invoke('nothing')).payload).toBeNull();
  });

  it('gives the handler an empty object when there is no payload', async () => {
    await cloud.create('echo', 'exports.handler = async (event) => ({ event });');
    const { Payload } = await cloud.client.send(new InvokeCommand({ FunctionName: 'echo' }));
    expect(Buffer.from(Payload ?? []).toString()).toBe('{"event":{}}');
  });

  it('takes the function by ARN, partial ARN and $LATEST', async () => {
    await cloud.create('named', 'exports.handler = async (_, context) => context.invokedFunctionArn;');
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:named';
    expect((await cloud.invoke(arn)).payload).toBe(arn);
    expect((await cloud.invoke('000000000000:function:named')).payload).toBe(arn);
    expect((await cloud.invoke(`${arn}:$LATEST`)).payload).toBe(arn);
    expect((await cloud.invoke('named', {}, { Qualifier: '$LATEST' })).payload).toBe(`${arn}:$LATEST`);
  });

  it('serves callback handlers once the event loop is empty', async () => {
    await cloud.create(
      'callback',
      `let later = 0;
       exports.handler = (event, context, callback) => {
         context.callbackWaitsForEmptyEventLoop = event.waits;
         setTimeout(() => { later += 1; }, 50);
         callback(null, { get later() { return later; } });
       };`,
    );
    expect((await cloud.invoke('callback', { waits: true })).payload).toEqual({ later: 1 });
    expect((await cloud.invoke('callback', { waits: false })).payload).toEqual({ later: 1 });
  });

  it('answers null for a callback handler that never calls back', async () => {
    await cloud.create('silent', 'exports.handler = () => "ignored";');
    expect((await cloud.invoke('silent')).payload).toBeNull();
  });

  it('answers with an error given to the callback', async () => {
    await cloud.create('calls-error', 'exports.handler = (e, c, callback) => callback(new TypeError("no"));');
    const result = await cloud.invoke('calls-error');
    expect(result.FunctionError).toBe('Unhandled');
    expect(result.payload).toMatchObject({ errorType: 'TypeError', errorMessage: 'no' });
  });

  it('refuses callback handlers on Node.js 24, as AWS does, and takes plain return values', async () => {
    const runtime = { Runtime: 'nodejs24.x' };
    await cloud.create('callback-24', 'exports.handler = (event, context, callback) => callback(null, 1);', runtime);
    expect((await cloud.invoke('callback-24')).payload.errorType).toBe('Runtime.CallbackHandlerDeprecated');
    await cloud.create('sync-24', 'exports.handler = () => 24;', runtime);
    expect((await cloud.invoke('sync-24')).payload).toBe(24);
  });

  it('says once for each other runtime which Node.js runs its functions', async () => {
    const [major] = process.versions.node.split('.');
    const runtimes = ['nodejs20.x', 'nodejs22.x', 'nodejs24.x'];
    for (const [index, Runtime] of [...runtimes, ...runtimes].entries()) {
      const name = `on-${index}`;
      await cloud.create(name, 'exports.handler = async () => process.version;', { Runtime });
      expect((await cloud.invoke(name)).payload).toBe(process.version);
    }
    const told = cloud.logged.filter((line) => line.includes(`run on Node.js ${process.versions.node}`));
    const others = runtimes.filter((runtime) => runtime !== `nodejs${major}.x`);
    expect(told.map((line) => /nodejs\d+\.x/.exec(line)?.[0]).sort()).toEqual(others);
  });

  it('gives the handler a context', async () => {
    await cloud.create(
      'context',
      `exports.handler = async (event, context) => ({ ...context, left: context.getRemainingTimeInMillis() });`,
      { Timeout: 7, MemorySize: 256 },
    );
    const { payload, $metadata } = await cloud.invoke('context');
    expect(payload).toMatchObject({
      awsRequestId: $metadata.requestId,
      functionName: 'context',
      functionVersion: '$LATEST',
      memoryLimitInMB: '256',
      logGroupName: '/aws/lambda/context',
      callbackWaitsForEmptyEventLoop: true,
    });
    expect(payload.logStreamName).toMatch(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/);
    expect(payload.left).toBeGreaterThan(6000);
    expect(payload.left).toBeLessThanOrEqual(7000);
  });

  it('passes the client context on', async () => {
    await cloud.create('client-context', 'exports.handler = async (event, context) => context.clientContext;');
    const ClientContext = Buffer.from('{"custom":{"a":"b"}}').toString('base64');
    expect((await cloud.invoke('client-context', {}, { ClientContext })).payload).toEqual({ custom: { a: 'b' } });
  });

  it('uses a warm environment again', async () => {
    await cloud.create('warm', 'let calls = 0; exports.handler = async () => (calls += 1);');
    expect((await cloud.invoke('warm')).payload).toBe(1);
    expect((await cloud.invoke('warm')).payload).toBe(2);
  });

  it('loads CommonJS in the same way where a thread before it has compiled the code', async () => {
    const code = {
      'index.js': `const other = require('./other');
        const isExports = this === exports;
        exports.handler = async () => ({
          isExports,
          file: __filename === __dirname + '/index.js',
          own: require.cache[__filename] === module && require('./index').handler === exports.handler,
          third: await other.third(),
        });`,
      'other.js': "exports.third = async () => (await import('./third.mjs')).default;",
      'third.mjs': 'export default 3;',
    };
    await cloud.create('compiles', code);
    await cloud.create('is-compiled', code);
    const expected = { isExports: true, file: true, own: true, third: 3 };
    expect((await cloud.invoke('compiles')).payload).toEqual(expected);
    expect((await cloud.invoke('is-compiled')).payload).toEqual(expected);
  });

  it('lets a handler import modules as it goes, in every thread', async () => {
    const code = {
      'index.js': "exports.handler = async () => (await import('./third.mjs')).default;",
      'third.mjs': 'export default 3;',
    };
    await cloud.create('imports', code);
    await cloud.create('imports-too', code);
    expect((await cloud.invoke('imports')).payload).toBe(3);
    expect((await cloud.invoke('imports-too')).payload).toBe(3);
  });

  it('runs one invocation at a time in an environment, and starts more when handlers wait', async () => {
    await cloud.create(
      'waits',
      `let active = 0;
       exports.handler = async (event, { logStreamName }) => {
         active += 1;
         await new Promise((resolve) => setTimeout(resolve, 300));
         const seen = active;
         active -= 1;
         return { seen, logStreamName };
       };`,
    );
    const results = await Promise.all(Array.from({ length: 8 }, () => cloud.invoke('waits')));
    expect(results.map(({ payload }) => payload.seen)).toEqual(Array(8).fill(1));
    expect(new Set(results.map(({ payload }) => payload.logStreamName)).size).toBeGreaterThan(1);
  });

  it('does not start an environment for each of many quick invocations', async () => {
    await cloud.create('quick', 'exports.handler = async (event, context) => context.logStreamName;');
    const streams = new Set<string>();
    const worker = async () => {
      for (let call = 0; call < 10; call += 1) streams.add((await cloud.invoke('quick')).payload);
    };
    await Promise.all(Array.from({ length: 50 }, worker));
    expect(streams.size).toBeLessThanOrEqual(16);
  });

  it('does nothing but check on a dry run', async () => {
    await cloud.create('dry', 'exports.handler = async () => 1;');
    expect((await cloud.invoke('dry', {}, { InvocationType: 'DryRun' })).StatusCode).toBe(204);
    await expect(cloud.invoke('absent', {}, { InvocationType: 'DryRun' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('answers with the tail of the log when asked', async () => {
    await cloud.create('tail', 'exports.handler = async (event) => { console.log(event.text); };');
    const { LogResult } = await cloud.invoke('tail', { text: 'said this' }, { LogType: 'Tail' });
    const text = Buffer.from(LogResult ?? '', 'base64').toString();
    expect(text).toMatch(/^START RequestId: [0-9a-f-]{36} Version: \$LATEST\n/);
    expect(text).toMatch(/Z\t[0-9a-f-]{36}\tINFO\tsaid this\n/);
    expect(text).toMatch(/END RequestId: .*\nREPORT RequestId: .*Billed Duration: \d+ ms.*Init Duration/);
    const long = await cloud.invoke('tail', { text: 'x'.repeat(10_000) }, { LogType: 'Tail' });
    expect(Buffer.from(long.LogResult ?? '', 'base64')).toHaveLength(4096);
  });
});

describe('what Invoke refuses', () => {
  it('a function that is not there, by its ARN', async () => {
    await expect(cloud.invoke('absent')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Function not found: arn:aws:lambda:us-east-1:000000000000:function:absent:$LATEST',
      $metadata: { httpStatusCode: 404 },
    });
    await expect(cloud.invoke('arn:aws:lambda:eu-west-1:000000000000:function:echo')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('a version it does not keep', async () => {
    await cloud.create('unversioned', 'exports.handler = async () => 1;');
    await expect(cloud.invoke('unversioned:7')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('a malformed name', async () => {
    await expect(cloud.invoke('no spaces')).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('a payload that is not JSON', async () => {
    await cloud.create('json-only', 'exports.handler = async () => 1;');
    const command = new InvokeCommand({ FunctionName: 'json-only', Payload: '{"a":' });
    await expect(cloud.client.send(command)).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  });

  it('a request over 6 MB, and an event over 1 MB', async () => {
    await cloud.create('large', 'exports.handler = async (event) => event.text.length;');
    const limit = 6 * 1024 * 1024;
    const text = 'x'.repeat(limit - '{"text":""}'.length);
    expect((await cloud.invoke('large', { text })).payload).toBe(text.length);
    await expect(cloud.invoke('large', { text: `${text}x` })).rejects.toMatchObject({
      name: 'RequestEntityTooLargeException',
      $metadata: { httpStatusCode: 413 },
    });
    const event = { text: 'x'.repeat(1024 * 1024) };
    await expect(cloud.invoke('large', event, { InvocationType: 'Event' })).rejects.toMatchObject({
      name: 'RequestTooLargeException',
    });
  });

  it('an invocation type it does not know', async () => {
    await cloud.create('typed', 'exports.handler = async () => 1;');
    await expect(cloud.invoke('typed', {}, { InvocationType: 'Sometime' as 'Event' })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('more invocations at a time than are reserved', async () => {
    await cloud.create('narrow', 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 200));');
    const reserve = (ReservedConcurrentExecutions: number) =>
      cloud.client.send(new PutFunctionConcurrencyCommand({ FunctionName: 'narrow', ReservedConcurrentExecutions }));
    await reserve(1);
    const results = await Promise.allSettled([cloud.invoke('narrow'), cloud.invoke('narrow')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        name: 'TooManyRequestsException',
        message: 'Rate Exceeded.',
        Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
        $metadata: { httpStatusCode: 429 },
      },
    });
    await reserve(0);
    await expect(cloud.invoke('narrow')).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    await expect(reserve(901)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  });
});
