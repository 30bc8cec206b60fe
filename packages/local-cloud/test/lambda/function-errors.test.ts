import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud();
});
afterAll(() => cloud.remove());

describe('errors a handler makes', () => {
  it('thrown errors have type, message and trace', async () => {
    await cloud.create(
      'throws',
      `class RateLimited extends Error { constructor(m) { super(m); this.name = 'RateLimited'; } }
       exports.handler = async () => { throw new RateLimited('slow down'); };`,
    );
    const result = await cloud.invoke('throws');
    expect(result.StatusCode).toBe(200);
    expect(result.FunctionError).toBe('Unhandled');
    expect(Object.keys(result.payload)).toEqual(['errorType', 'errorMessage', 'trace']);
    expect(result.payload).toMatchObject({ errorType: 'RateLimited', errorMessage: 'slow down' });
    expect(result.payload.trace[0]).toBe('RateLimited: slow down');
    expect(result.payload.trace[1]).toMatch(/^ {4}at .*index\.js:2/);
  });

  it('a handler that throws before its first await fails alike, and the environment lives on', async () => {
    await cloud.create('throws-sync', 'let n = 0; exports.handler = () => { n += 1; throw new Error("call " + n); };');
    expect((await cloud.invoke('throws-sync')).payload.errorMessage).toBe('call 1');
    expect((await cloud.invoke('throws-sync')).payload.errorMessage).toBe('call 2');
  });

  it('thrown values that are no errors are named by their type', async () => {
    await cloud.create('throws-text', 'exports.handler = async () => { throw "just text"; };');
    expect((await cloud.invoke('throws-text')).payload).toEqual({
      errorType: 'string',
      errorMessage: 'just text',
      trace: [],
    });
  });

  it('an answer that is not JSON is an error', async () => {
    await cloud.create('circular', 'exports.handler = async () => { const a = {}; a.a = a; return a; };');
    const result = await cloud.invoke('circular');
    expect(result.FunctionError).toBe('Unhandled');
    expect(result.payload.errorMessage).toBe('Unable to stringify response body');
  });

  it('an answer over 6 MB is an error', async () => {
    await cloud.create('wordy', 'exports.handler = async ({ size }) => "x".repeat(size);');
    expect((await cloud.invoke('wordy', { size: 6_291_454 })).payload).toHaveLength(6_291_454);
    const result = await cloud.invoke('wordy', { size: 6_291_600 });
    expect(result.FunctionError).toBe('Unhandled');
    expect(result.payload).toEqual({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: 'Response payload size (6291602 bytes) exceeded maximum allowed payload size (6291556 bytes).',
    });
  });

  it('an unhandled rejection ends the environment', async () => {
    await cloud.create(
      'rejects',
      `let calls = 0;
       exports.handler = async () => {
         calls += 1;
         if (calls === 2) { Promise.reject(new RangeError('nobody caught me')); await new Promise((r) => setTimeout(r, 500)); }
         return calls;
       };`,
    );
    expect((await cloud.invoke('rejects')).payload).toBe(1);
    const { payload } = await cloud.invoke('rejects');
    expect(payload.errorType).toBe('Runtime.UnhandledPromiseRejection');
    expect(payload.errorMessage).toBe('RangeError: nobody caught me');
    expect(payload.reason).toMatchObject({ errorType: 'RangeError' });
    expect((await cloud.invoke('rejects')).payload).toBe(1);
  });

  it('an uncaught exception ends the environment', async () => {
    await cloud.create(
      'uncaught',
      `exports.handler = async () => { setTimeout(() => { throw new Error('from a timer'); }, 1); await new Promise((r) => setTimeout(r, 500)); };`,
    );
    expect((await cloud.invoke('uncaught')).payload).toMatchObject({
      errorType: 'Error',
      errorMessage: 'from a timer',
    });
  });

  it('a promise that can never settle is an error', async () => {
    await cloud.create('forever', 'exports.handler = () => new Promise(() => {});');
    expect((await cloud.invoke('forever')).payload.errorType).toBe('Runtime.NodeJsExit');
  });
});

describe('errors of the sandbox', () => {
  it('a handler that takes too long times out and its environment is replaced', async () => {
    await cloud.create(
      'slow',
      `let calls = 0;
       exports.handler = async ({ ms }) => { calls += 1; await new Promise((r) => setTimeout(r, ms)); return calls; };`,
      { Timeout: 1 },
    );
    expect((await cloud.invoke('slow', { ms: 1 })).payload).toBe(1);
    const started = Date.now();
    const result = await cloud.invoke('slow', { ms: 60_000 });
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(result.FunctionError).toBe('Unhandled');
    expect(result.payload).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: `RequestId: ${result.$metadata.requestId} Error: Task timed out after 1.00 seconds`,
    });
    expect((await cloud.invoke('slow', { ms: 1 })).payload).toBe(1);
  });

  it('process.exit ends only the environment', async () => {
    await cloud.create('exits', 'exports.handler = async ({ code }) => process.exit(code);');
    const zero = await cloud.invoke('exits', { code: 0 });
    expect(zero.FunctionError).toBe('Unhandled');
    expect(zero.payload).toEqual({
      errorType: 'Runtime.ExitError',
      errorMessage: `RequestId: ${zero.$metadata.requestId} Error: Runtime exited without providing a reason`,
    });
    const three = await cloud.invoke('exits', { code: 3 });
    expect(three.payload.errorMessage).toMatch(/Error: Runtime exited with error: exit status 3$/);
  });

  it('a handler that signals its own process ends only the environment', async () => {
    await cloud.create('kills', 'exports.handler = async () => process.kill(process.pid, "SIGKILL");');
    expect((await cloud.invoke('kills')).payload.errorType).toBe('Runtime.ExitError');
  });

  it('a handler that takes more memory than it has is ended', async () => {
    await cloud.create(
      'hungry',
      'exports.handler = async () => { const all = []; for (;;) all.push(new Array(10_000).fill(Math.random())); };',
      { Timeout: 30 },
    );
    const { payload } = await cloud.invoke('hungry');
    expect(payload.errorType).toBe('Runtime.ExitError');
    expect(payload.errorMessage).toMatch(/Runtime exited with error: signal: killed$/);
  });

  it('a handler that blocks its thread hurts no other function and no other invocation', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'blocks-'));
    const [begun, end] = [join(folder, 'begun'), join(folder, 'end')];
    await cloud.create(
      'blocks',
      `const { existsSync, writeFileSync } = require('node:fs');
       exports.handler = async ({ begun, end }) => {
         if (begun) writeFileSync(begun, '');
         while (end && !existsSync(end)) {}
         return 'free';
       };`,
      { Timeout: 120 },
    );
    await cloud.create('answers', 'exports.handler = async () => "here";');
    const blocked = cloud.invoke('blocks', { begun, end });
    await expect.poll(() => existsSync(begun)).toBe(true);
    expect((await cloud.invoke('answers')).payload).toBe('here');
    expect((await cloud.invoke('blocks', {})).payload).toBe('free');
    await writeFile(end, '');
    expect((await blocked).payload).toBe('free');
    await rm(folder, { recursive: true });
  });

  it('a handler that blocks its thread for too long times out', async () => {
    await cloud.create('spins', 'exports.handler = async () => { while (true) {} };', { Timeout: 1 });
    expect((await cloud.invoke('spins')).payload.errorType).toBe('Sandbox.Timedout');
  });
});

describe('errors at init', () => {
  const cases: [name: string, files: Record<string, string>, handler: string, expected: object][] = [
    [
      'a file that is not there',
      { 'other.js': '' },
      'index.handler',
      {
        errorType: 'Runtime.ImportModuleError',
        errorMessage: expect.stringMatching(/^Error: Cannot find module 'index'/),
      },
    ],
    [
      'a package that was not bundled',
      { 'index.js': "require('zod')" },
      'index.handler',
      {
        errorType: 'Runtime.ImportModuleError',
        errorMessage: expect.stringMatching(/^Error: Cannot find module 'zod'/),
      },
    ],
    [
      'a package that an ES module does not find',
      { 'index.mjs': "import 'zod'; export const handler = async () => 1;" },
      'index.handler',
      { errorType: 'Runtime.ImportModuleError', errorMessage: expect.stringContaining("Cannot find package 'zod'") },
    ],
    [
      'a handler that is not exported',
      { 'index.js': 'exports.other = 1' },
      'index.handler',
      { errorType: 'Runtime.HandlerNotFound', errorMessage: 'index.handler is undefined or not exported' },
    ],
    [
      'a handler that is no function',
      { 'index.js': 'exports.handler = 1' },
      'index.handler',
      { errorType: 'Runtime.HandlerNotFound', errorMessage: 'index.handler is not a function' },
    ],
    [
      'code that does not parse',
      { 'index.js': 'exports.handler = async ( => {' },
      'index.handler',
      { errorType: 'Runtime.UserCodeSyntaxError', errorMessage: expect.stringMatching(/^SyntaxError/) },
    ],
    [
      'a handler name without a dot',
      { 'index.js': '' },
      'index',
      { errorType: 'Runtime.MalformedHandlerName', errorMessage: 'Bad handler' },
    ],
    [
      'code that throws while it loads',
      { 'index.js': 'throw new TypeError("no config")' },
      'index.handler',
      { errorType: 'TypeError', errorMessage: 'no config' },
    ],
    [
      'code that exits while it loads',
      { 'index.js': 'process.exit(9)' },
      'index.handler',
      { errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/exit status 9$/) },
    ],
  ];
  it.each(cases)('%s', async (name, files, Handler, expected) => {
    const functionName = name.replaceAll(' ', '-');
    await cloud.create(functionName, files, { Handler });
    for (const _ of [1, 2]) {
      const result = await cloud.invoke(functionName);
      expect(result.FunctionError).toBe('Unhandled');
      expect(result.payload).toMatchObject(expected);
    }
  });
});
