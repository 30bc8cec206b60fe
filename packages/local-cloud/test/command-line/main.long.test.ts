import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '../../src/command-line/fail.ts';
import { createLocalCloud } from '../../src/create-local-cloud.ts';
import { writeAssembly } from '../assembly/write-assembly.ts';

let root: string;
let assembly: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-main-'));
  assembly = synthesize('made-by-main');
});

function synthesize(name: string): string {
  const Resources = { Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: name } } };
  return writeAssembly(join(root, 'cdk.out'), {
    App: { template: { Resources, Outputs: { Name: { Value: { Ref: 'Bucket' } } } } },
  });
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const COMMAND = join(import.meta.dirname, '../../bin/local-cloud.js');

/** Runs the command as an installed package does, in a folder that has nothing of this project. */
function localCloud(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: root,
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

/** What the command would say of an error, and end with. */
function endOf(error: unknown): { code: unknown; stderr: string } {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw error;
  });
  try {
    expect(() => fail(error)).toThrow();
    return { code: exit.mock.calls[0]?.[0], stderr: said.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    said.mockRestore();
    exit.mockRestore();
  }
}

// A process takes a second to start, and many on a busy machine.
describe('the command local-cloud', { timeout: 90_000 }, () => {
  it('says in one line when it is ready, answers, and ends cleanly on SIGTERM', async () => {
    const data = join(root, 'data');
    const { child, ended, ready } = localCloud('--port', '0', '--data', data, '--assembly', assembly);
    const line = await ready;
    expect(line).toMatch(/^Local cloud ready at http:\/\/127\.0\.0\.1:\d+\n$/);
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
    await vi.waitFor(async () => expect(await output()).toBe('made-again'), { timeout: 30_000 });

    const second = await createLocalCloud({ data, port: 0 }).catch((error: unknown) => error);
    expect(endOf(second)).toEqual({
      code: 2,
      stderr: expect.stringContaining(`in use by another local cloud (process ${pid})`),
    });

    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stdout: line });
    expect(existsSync(join(data, 'lock.json'))).toBe(false);
  });

  it('ends, and says why, when its data folder is moved away while it runs', async () => {
    const data = join(root, 'data');
    const { ended, ready } = localCloud('--port', '0', '--data', data);
    await ready;
    renameSync(data, join(root, 'elsewhere'));
    expect(await ended).toMatchObject({ code: 2, stderr: expect.stringContaining('was moved or deleted') });
  });

  it('names the limit of open files where it is too low', async () => {
    const limited = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, COMMAND];
    const refused = promisify(execFile)('sh', [...limited, '--port', '0', '--data', join(root, 'data')]);
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('64 files (ulimit -n)') });
  });

  it('says where it listens in JSON, and what it takes when asked', async () => {
    const { child, ready } = localCloud('--port=0', '--json');
    const { endpoint, region, pid } = JSON.parse(await ready);
    expect({ endpoint, region, pid }).toEqual({
      endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      region: 'us-east-1',
      pid: child.pid,
    });
    expect(existsSync(join(root, '.local-cloud/endpoint.json'))).toBe(true);
    const { code, stdout } = await localCloud('--help').ended;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Usage: local-cloud .*--assembly DIR/),
    });
  });

  it('refuses a port that is taken, in one line', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { code, stderr } = await localCloud(
      '--port',
      String(port),
      '--data',
      join(root, 'data'),
      '--assembly',
      assembly,
    ).ended;
    server.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: `Port ${port} is in use. Choose another one with --port.\n` });
  });

  it.each([
    [['--prot', '1'], 'Unknown flag --prot. Did you mean --port?\n'],
    [['--assembly', 'nowhere'], 'nowhere is not a cloud assembly: it has no manifest.json. Run cdk synth first.\n'],
    [['--latency', 'nowhere.json'], expect.stringContaining('--latency nowhere.json')],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await localCloud(...args).ended;
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: message });
  });
});
