import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExecutionEnvironment } from '../../src/lambda/pool/execution-environment.ts';

let taskRoot: string;
beforeEach(() => {
  taskRoot = mkdtempSync(join(tmpdir(), 'local-cloud-init-'));
  // The clock alone says that it takes long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(taskRoot, { recursive: true, force: true });
});

const TIMEOUT_SECONDS = 60;

/** What becomes of an environment that is not ready after some time. */
async function startedFor(milliseconds: number): Promise<{ outcome: string; lines: string[] }> {
  writeFileSync(join(taskRoot, 'index.js'), 'exports.handler = async () => {};');
  const lines: string[] = [];
  const settings = {
    functionName: 'slow',
    handler: 'index.handler',
    runtime: 'nodejs22.x',
    memorySizeMb: 128,
    timeoutSeconds: TIMEOUT_SECONDS,
    codeId: 'slow',
    taskRoot,
    variables: {},
    logGroup: '/aws/lambda/slow',
    logFormat: 'Text',
    applicationLogLevel: 'INFO',
  } as const;
  const outcome = await new Promise<string>((resolve) => {
    const environment = new ExecutionEnvironment(settings, {
      writeLog: ({ message }) => lines.push(message),
      onReady: () => {
        resolve('ready');
        void environment.terminate();
      },
      onInitFailed: (_failed, result) => resolve(result('id').payload),
      onGone: () => {},
    });
    vi.advanceTimersByTime(milliseconds);
  });
  return { outcome, lines };
}

describe('code that takes longer than ten seconds to load', () => {
  it('has the function’s own timeout from then on, as AWS begins it again with the invocation', async () => {
    expect(await startedFor(10_000 + TIMEOUT_SECONDS * 1000 - 1)).toEqual({
      outcome: 'ready',
      lines: ['INIT_REPORT Init Duration: 10000.00 ms\tPhase: init\tStatus: timeout'],
    });
  });

  it('fails the invocation that it was loaded for when that is over', async () => {
    const { outcome } = await startedFor(10_000 + TIMEOUT_SECONDS * 1000);
    expect(JSON.parse(outcome)).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'RequestId: id Error: Task timed out after 60.00 seconds',
    });
  });
});
