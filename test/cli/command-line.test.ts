import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rollcall } from '../support/command-line.ts';

const COMMANDS = [
  ...['run', 'estimate', 'dev', 'runs', 'status', 'watch', 'pause', 'resume', 'cancel', 'retry', 'set-concurrency'],
  ...['dataset', 'results', 'export', 'config', 'doctor', 'open'],
];

/** The command as it is installed: plain Node, a process of its own. */
async function installed(words: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['bin/rollcall.js', ...words], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

describe('help', () => {
  it('names every command, on stdout, with exit code 0', async () => {
    const { code, stdout } = await rollcall('--help');
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each(COMMANDS.filter((command) => !['dev', 'dataset', 'config'].includes(command)))(
    'of %s has --json and where it acts',
    async (command) => {
      const { stdout } = await rollcall(command, '--help');
      for (const option of ['--json', '--quiet', '--aws', '--profile', '--region', '--stack', '--data']) {
        expect(stdout).toContain(option);
      }
    },
  );

  it('of dataset names what can be done with one', async () => {
    const { stdout } = await rollcall('dataset', '--help');
    for (const command of ['import', 'preview', 'list', 'show', 'delete', 'export']) expect(stdout).toContain(command);
  });
});

describe('a preview', () => {
  it('says when no column is the expected answer, unless that is meant', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-preview-'));
    const file = join(folder, 'mine.csv');
    writeFileSync(file, 'message,category\nIt crashes,bug\n');
    const note = 'No expected answers found';
    expect((await rollcall('dataset', 'preview', file)).stderr).toContain(note);
    for (const meant of [['--no-expected-column'], ['--expected-column', 'category']]) {
      expect((await rollcall('dataset', 'preview', file, ...meant)).stderr).not.toContain(note);
    }
    rmSync(folder, { recursive: true });
  });
});

describe('a mistake on the command line', () => {
  it.each([
    [['resutls', 'x'], 'Did you mean results?'],
    [['runs', '--jsno'], 'Did you mean --json?'],
    [['dataset', 'improt', 'f'], 'Did you mean import?'],
    [['status'], "missing required argument 'id'"],
    [['results', 'x', '--sort', 'size'], 'Allowed choices are row, latency'],
    [['set-concurrency', 'x', '0'], 'Use a whole number, from 1 to 1000.'],
    [['runs', '--stack', 'Other'], '--stack Other'],
    [['run', 'none.yaml'], 'Cannot read none.yaml: file not found.'],
    [['run', 'tickets.csv'], 'tickets.csv is a dataset'],
    [['run', 'none.yaml', '--junit', '/none/r.xml'], 'The folder /none does not exist.'],
    [['export', 'x', '-o', '/'], 'This is a folder.'],
    [['config', 'put', '../up', 'x.yaml'], 'configId must start with a letter or digit'],
    [['resume', 'x', '--budget', '-1'], 'Use a number above 0.'],
  ])('%j is told, and exits 2', async (words, said) => {
    const { code, stdout, stderr } = await rollcall(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  it('is one JSON object with --json', async () => {
    const { json } = await rollcall('run', 'none.yaml', '--json');
    expect(json).toEqual({
      error: {
        message: 'Cannot read none.yaml: file not found.',
        hint: 'Example: examples/quickstart/endpoint.eval.yaml',
      },
    });
  });
});

describe('the installed command', () => {
  it('says its version, and exits 2 on a mistake', async () => {
    expect(await installed(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
    expect(await installed(['rnu'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean run?') });
  });

  it('ends quietly when nobody reads its output any more', async () => {
    const command = `${process.execPath} bin/rollcall.js --help | head -1`;
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    await once(child, 'close');
    expect(stderr).toBe('');
  });

  it('tells what AWS needs when there are no credentials', async () => {
    const home = mkdtempSync(join(tmpdir(), 'rollcall-home-'));
    const nobody = { HOME: home, AWS_EC2_METADATA_DISABLED: 'true', AWS_ACCESS_KEY_ID: '', AWS_PROFILE: '' };
    const { code, stderr } = await installed(['runs', '--region', 'eu-west-1'], nobody);
    rmSync(home, { recursive: true });
    expect(code).toBe(3);
    expect(stderr).toContain('--profile');
  });
});
