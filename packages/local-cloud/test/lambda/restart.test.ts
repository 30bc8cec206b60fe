import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetFunctionCommand, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

const opened: LambdaCloud[] = [];
const folders = new Set<string>();
async function start(dataDir?: string): Promise<LambdaCloud> {
  const cloud = await startLambdaCloud({ dataDir, retryDelays: [10, 10] });
  opened.push(cloud);
  folders.add(cloud.dataDir);
  return cloud;
}
afterEach(async () => {
  for (const cloud of opened.splice(0).reverse()) await cloud.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  folders.clear();
});

describe('after a restart', () => {
  it('functions have their code, settings and concurrency', async () => {
    const first = await start();
    await first.create('kept', 'exports.handler = async () => process.env.WORD;', {
      Environment: { Variables: { WORD: 'still here' } },
    });
    const reserve = { FunctionName: 'kept', ReservedConcurrentExecutions: 2 };
    await first.client.send(new PutFunctionConcurrencyCommand(reserve));
    expect((await first.invoke('kept')).payload).toBe('still here');
    await opened.pop()?.stop();

    const second = await start(first.dataDir);
    expect((await second.invoke('kept')).payload).toBe('still here');
    expect(await second.client.send(new GetFunctionCommand({ FunctionName: 'kept' }))).toMatchObject({
      Concurrency: { ReservedConcurrentExecutions: 2 },
    });
  });

  it('leaves no temporary folder behind', async () => {
    const first = await start();
    await first.create('roots', 'exports.handler = async () => process.env.LAMBDA_TASK_ROOT;');
    const { payload: root } = await first.invoke('roots');
    const marker = join(first.dataDir, 'lambda', 'task-root');
    expect(root.startsWith(await readFile(marker, 'utf8'))).toBe(true);
    await opened.pop()?.stop();
    await expect(readFile(join(root, 'index.js'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('after a SIGKILL', () => {
  it('functions are there, and events that were accepted are run', { timeout: 30_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'local-cloud-killed-'));
    const script = `
      import { startLambdaCloud } from '${new URL('./lambda-cloud.ts', import.meta.url).pathname}';
      const cloud = await startLambdaCloud({ dataDir: ${JSON.stringify(dataDir)} });
      await cloud.create('accepted', \`exports.handler = async (event) => {
        await new Promise((resolve) => setTimeout(resolve, event.ms)); console.log('ran ' + event.id);
      };\`, { Timeout: 60 });
      await cloud.invoke('accepted', { id: 'x', ms: 800 }, { InvocationType: 'Event' });
      process.stdout.write('accepted');
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const lines: string[] = [];
    const cloud = await start(dataDir);
    cloud.cloud.context.events.on('lambda:log', ({ message }) => lines.push(message));
    await vi.waitFor(() => expect(lines.some((line) => line.endsWith('ran x'))).toBe(true), 10_000);
  });
});
