import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { rollcall } from '../support/command-line.ts';

const run = promisify(execFile);

/** Seed 004, a fresh machine. */
it('The orchestrator runs tickets in all three modes after npm ci and npm start, shows what came of it, and leaves a CSV of each run', async () => {
  const { stdout, stderr } = await run('npm', ['start']);
  const said = `${stdout}${stderr}`;
  for (const mode of ['endpoint', 'agent', 'tool']) {
    expect(said).toContain(`.rollcall-quickstart/results/${mode}.csv`);
    expect(readFileSync(`.rollcall-quickstart/results/${mode}.csv`, 'utf8')).toContain('actual_output');
  }
  expect(said).toContain('whole-ticket is better than first-word by 35.0 points');
  expect(said).toContain('has no text to sort');
  expect(said).toMatch(/The API got 20 calls within .* s and turned 0 away/);
  expect(said).not.toMatch(/warning/i);
  // The command that it shows for going on.
  const [, hint = ''] = /npm run -s rollcall -- (results .+)/.exec(said) ?? [];
  const rows = await rollcall(...hint.split(' '));
  expect(rows.stderr).toContain('Starting a local cloud on .rollcall-quickstart/data');
  expect(rows.stdout).toMatch(/T-016\s+failed\s+bug\s+TargetFailed: .*markup is not allowed/);
});
