import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { COMMAND_OUTPUT } from '../../docs/command-output.ts';
import { type Answer, rollcall } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { blockOf, documentedCommands, wordsOf } from './documented-commands.ts';

/** The endpoint answers these six of the twenty rows with the wrong category. */
const WRONG = [3, 6, 9, 12, 15, 18];
const ROWS = Array.from({ length: 20 }, (_, index) => index + 1);

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
let folder: string;
const command = (pattern: RegExp): string =>
  documentedCommands().find(({ file, text }) => file === 'README.md' && pattern.test(text))?.text ?? '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-first-hour-'));
  [cloud, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = '' }) => ({ body: { answer: WRONG.includes(Number(n)) ? 'other' : 'bug' } })),
  ]);
  const lines = ROWS.map((n) => `T-${n},${n},It crashes,bug`);
  writeFileSync(join(folder, 'tickets.csv'), `ticket,n,subject,expected\n${lines.join('\n')}\n`);
  const file = blockOf('README.md', 'yaml')
    .replace('http://127.0.0.1:4600/sort', endpoint.url)
    .replace('examples/quickstart/', '');
  writeFileSync(join(folder, 'eval.yaml'), `name: first-hour\n${file}`);
});
afterAll(async () => {
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the README against the files in `folder`. */
function play(command: string): Promise<Answer> {
  const words = wordsOf(command, {}).slice(1);
  const files = words.map((word) => (/\.(csv|yaml)$/.test(word) ? join(folder, basename(word)) : word));
  return rollcall(...files, ...(command.includes('preview') ? [] : ['--data', cloud.dataDir]));
}

describe('the README’s first evaluation, on your own file and endpoint', () => {
  it('previews what is sent and what is expected', async () => {
    const { stdout } = await play(command(/dataset preview/));
    expect(stdout).toMatch(/subject\s+text\s+input/);
    expect(stdout).toMatch(/expected\s+text\s+expected/);
  });

  it('tries one row with one call and shows it', async () => {
    const { code, stdout } = await play(command(/--first/));
    expect(stdout).toContain(`POST ${endpoint.url}`);
    expect([code, endpoint.total()]).toEqual([0, 1]);
  });

  it('runs all rows and lists the six that failed', async () => {
    const { code, stdout } = await play(command(/ run .*--id/));
    expect(stdout).toContain('pass rate  70.0% (14 of 20)');
    for (const n of WRONG) expect(stdout).toMatch(new RegExp(`^\\s*${n}\\s+T-${n}\\s+bug\\s+other$`, 'm'));
    expect(stdout).toContain('✘ minPassRate 0.8: 0.7');
    expect(code).toBe(1);
  });

  it('lists the six failed rows again', async () => {
    const { stdout } = await play(command(/--verdict/));
    expect(stdout.match(/T-\d+/g)).toEqual(WRONG.map((n) => `T-${n}`));
  });

  it('shows the request, the response and the diff of one row', async () => {
    const { stdout } = await play(command(/--row/));
    expect(stdout).toMatch(/row\s+3 · T-3/);
    expect(stdout).toMatch(/Request\n {2}POST http[\s\S]*?"n": "3"/);
    expect(stdout).toContain('- bug\n  + other\n');
    expect(stdout).toMatch(/Full response\n {2}\{\n {4}"answer": "other"/);
  });
});

describe('--json output matches docs/json.md', () => {
  /** Checks that every line a command prints has one of the documented shapes. */
  async function printed(name: string, ...words: string[]): Promise<void> {
    const shapes = [COMMAND_OUTPUT[name]].flat() as z.ZodType[];
    const { events, stderr } = await rollcall(...words, '--json', '--data', cloud.dataDir);
    expect(events.length, stderr).toBeGreaterThan(0);
    for (const event of events) {
      const fits = shapes.map((shape) => shape.safeParse(event));
      expect(
        fits.some(({ success }) => success),
        `${JSON.stringify(event)}\n${fits[0]?.error?.message}`,
      ).toBe(true);
    }
  }

  it.each([
    ['run, watch', 'run', 'eval.yaml', '--limit', '1', '--first', '1', '--yes'],
    ['run, watch', 'watch', 'tickets-1'],
    ['status', 'status', 'tickets-1'],
    ['runs', 'runs'],
    ['results', 'results', 'tickets-1', '--limit', '2'],
    ['results', 'results', 'tickets-1', '--row', '3'],
    ['mark', 'mark', 'tickets-1', '3', 'right'],
    ['export', 'export', 'tickets-1'],
    ['pause, resume, cancel, retry, set-concurrency', 'resume', 'tickets-1'],
    ['any command that fails', 'status', 'nobody'],
  ])('%s: %s %s', async (name, ...words) => {
    await printed(name, ...words.map((word) => (word === 'eval.yaml' ? join(folder, word) : word)));
  });
});
