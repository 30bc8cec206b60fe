import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let root: string;
let assembly: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  vi.stubEnv('CDK_VALIDATION', 'false');
  root = mkdtempSync(join(tmpdir(), 'rollcall-dev-'));
  assembly = synthesize('made-by-main');
});

function synthesize(name: string): string {
  const app = new App({ outdir: join(root, 'cdk.out') });
  const stack = new Stack(app, 'App');
  const bucket = new CfnBucket(stack, 'Bucket', { bucketName: name });
  new CfnOutput(stack, 'Name', { value: bucket.ref });
  return app.synth().directory;
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

/** Runs dev/main.ts as `npm run dev` does. */
function dev(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => said.stdout.includes('\n') && resolve(said.stdout));
    ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  ready.catch(() => {});
  return { child, ended, ready };
}

describe('npm run dev', () => {
  it('says in one line when it is ready, answers, and ends cleanly on SIGTERM', async () => {
    const data = join(root, 'data');
    const { child, ended, ready } = dev('--port', '0', '--data', data, '--assembly', assembly);
    const line = await ready;
    expect(line).toMatch(/^Rollcall local cloud ready at http:\/\/127\.0\.0\.1:\d+\n$/);
    const { endpoint, pid, region } = JSON.parse(readFileSync(join(data, 'endpoint.json'), 'utf8'));
    expect(line).toContain(endpoint);
    expect(pid).toBe(child.pid);

    const client = new CloudFormationClient({
      endpoint,
      region,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const output = async () => {
      const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: 'App' }));
      return Stacks?.[0]?.Outputs?.[0]?.OutputValue;
    };
    expect(await output()).toBe('made-by-main');

    synthesize('made-again');
    child.kill('SIGUSR2');
    await vi.waitFor(async () => expect(await output()).toBe('made-again'), { timeout: 5_000 });

    const second = await dev('--port', '0', '--data', data, '--assembly', assembly).ended;
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toContain(`in use by another local cloud (process ${pid})`);

    const asked = Date.now();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stdout: line });
    expect(Date.now() - asked).toBeLessThan(3_000);
  });

  it('takes a data folder that a version before the package has written', async () => {
    const data = join(root, 'data');
    mkdirSync(join(data, 's3'), { recursive: true });
    writeFileSync(join(data, 'rollcall-local-cloud.json'), '{"application":"rollcall local cloud","version":1}\n');
    const { ready } = dev('--port', '0', '--data', data, '--assembly', assembly);
    expect(await ready).toContain('ready');
  });

  it('ends when the shell that npm started it in is gone', async () => {
    const data = join(root, 'data');
    const command = `${process.execPath} --import tsx dev/main.ts --port 0 --data ${data} --assembly ${assembly}; true`;
    const env = { ...process.env, npm_lifecycle_event: 'dev' };
    const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(shell);
    await once(shell.stdout, 'data');
    const ended = once(shell.stdout, 'end');
    shell.kill('SIGTERM');
    await ended;
    expect(existsSync(join(data, 'lock.json'))).toBe(false);
  });

  it('refuses a port that is taken, in one line', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { code, stderr } = await dev('--port', String(port), '--data', join(root, 'data'), '--assembly', assembly)
      .ended;
    server.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: `Port ${port} is in use. Choose another one with --port.\n` });
  });

  it.each([
    [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?\n'],
    [['--assembly', 'nowhere'], 'nowhere is not a cloud assembly: it has no manifest.json. Run cdk synth first.\n'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await dev(...args).ended;
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: message });
  });
});
