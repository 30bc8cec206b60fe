import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
let data: string;
let assembly: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-dev-'));
  data = join(root, 'data');
  assembly = join(root, 'cdk.out');
  mkdirSync(assembly);
  // An assembly that brings stacks of Rollcall's names is loaded in the place of our own, which takes longer.
  const artifact = { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' } };
  const manifest = { version: '55.0.0', artifacts: { RollcallOrchestration: artifact } };
  writeFileSync(join(assembly, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(assembly, 'template.json'), '{"Resources":{"Topic":{"Type":"AWS::SNS::Topic"}}}');
});

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const COMMAND = [process.execPath, 'bin/load.js', 'dev/main.ts'];

/** What it says on stdout until its first line is whole. */
async function firstLine(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    if (said.includes('\n')) break;
  }
  return said;
}

function dev(...args: string[]): ChildProcess {
  const [program = '', ...words] = COMMAND;
  const child = spawn(program, [...words, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  return child;
}

// A process takes a second to start, and many on a busy machine.
describe('npm run dev', { timeout: 90_000 }, () => {
  it('says in one line when it is ready', async () => {
    const line = await firstLine(dev('--port', '0', '--data', data, '--assembly', assembly));
    expect(line).toMatch(/^Rollcall local cloud ready at http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  it('then tells the ways in, and notes on resources only when asked', async () => {
    const said = async (...flags: string[]) => {
      const child = spawn(COMMAND[0] ?? '', [...COMMAND.slice(1), '--port', '0', '--data', data, ...flags]);
      started.push(child);
      let [stdout, stderr] = ['', ''];
      child.stderr.on('data', (chunk) => (stderr += chunk));
      for await (const chunk of child.stdout) {
        stdout += chunk;
        if (stdout.includes('AWS_SECRET_ACCESS_KEY=local\n')) break;
      }
      child.kill();
      await once(child, 'exit');
      return { stdout, stderr };
    };
    const quiet = await said();
    expect(quiet.stdout).toMatch(
      /^Rollcall .* ready at (http:\S+)\n {2}Console {2}http:\S+#key=rk_\S+\n {2}API .*rollcall key create .*\n {2}AWS .*AWS_ENDPOINT_URL=\1 .*\n$/,
    );
    expect(quiet.stderr).not.toContain('without effect');
    expect((await said('--verbose')).stderr).toContain('without effect');
  });

  it('ends when the shell that npm started it in is gone', async () => {
    const command = `${COMMAND.join(' ')} --port 0 --data ${data} --assembly ${assembly}; true`;
    const env = { ...process.env, npm_lifecycle_event: 'dev' };
    const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(shell);
    await once(shell.stdout, 'data');
    const ended = once(shell.stdout, 'end');
    shell.kill('SIGTERM');
    await ended;
    expect(existsSync(join(data, 'lock.json'))).toBe(false);
  });
});
