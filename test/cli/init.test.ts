import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEvalFile } from '../../cli/eval-file/read-eval-file.ts';
import { rollcall } from '../support/command-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LAMBDA = 'arn:aws:lambda:us-east-1:123456789012:function:sort';
const MACHINE = 'arn:aws:states:us-east-1:123456789012:stateMachine:sorter';

describe('rollcall init', () => {
  it.each([
    [['--endpoint', 'https://api.example.com/sort'], { endpoint: { url: 'https://api.example.com/sort' } }],
    [['--agent', MACHINE], { agent: MACHINE }],
    [['--tool', LAMBDA], { tool: LAMBDA }],
  ])('writes an evaluation of %j that can be read', async (flags, target) => {
    expect((await rollcall('init', folder, ...flags)).code).toBe(0);
    expect(readEvalFile(join(folder, 'eval.yaml'))).toMatchObject({ target, dataset: { file: 'tickets.csv' } });
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('.rollcall/\n');
  });

  it('writes two prompts for each model, which are variants of one experiment', async () => {
    const models = ['openai/gpt-4.1', 'anthropic/claude-haiku-4-5'].flatMap((name) => ['--model', name]);
    expect((await rollcall('init', folder, ...models)).code).toBe(0);
    const { variants } = readEvalFile(join(folder, 'eval.yaml'));
    expect(variants?.map(({ target }) => [target?.model?.provider, target?.model?.model])).toEqual([
      ['openai', 'gpt-4.1'],
      ['openai', 'gpt-4.1'],
      ['anthropic', 'claude-haiku-4-5'],
      ['anthropic', 'claude-haiku-4-5'],
    ]);
  });

  it('overwrites nothing, and says so', async () => {
    writeFileSync(join(folder, 'eval.yaml'), 'mine');
    writeFileSync(join(folder, '.gitignore'), 'dist');
    const answer = await rollcall('init', folder, '--model', 'openai/gpt-4.1');
    expect(answer.code).toBe(2);
    expect(readFileSync(join(folder, 'eval.yaml'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'tickets.csv'))).toBe(false);
  });

  it('asks nothing without a terminal, and refuses what it cannot read', async () => {
    expect(await rollcall('init', folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('--model') });
    expect((await rollcall('init', folder, '--model', 'gpt-4.1')).code).toBe(2);
    expect((await rollcall('init', folder, '--tool', LAMBDA, '--agent', MACHINE)).code).toBe(2);
  });
});

describe('rollcall plan', () => {
  it('says rows, calls, cost and time, and how many rows a difference takes, and calls nothing', async () => {
    await rollcall('init', folder, '--model', 'openai/gpt-4.1', '--model', 'openai/gpt-4.1-mini');
    const { json } = await rollcall('plan', join(folder, 'eval.yaml'), '--detect', '10', '--json');
    expect(json).toMatchObject({ rows: 8, calls: 32, detect: { points: 10 } });
    const { costUsd, durationMs, runs, detect } = json as {
      costUsd: number;
      durationMs: number;
      runs: { costUsd: number; tokens: { inputTokens: number; outputTokens: number } }[];
      detect: { rowsNeeded: number };
    };
    expect(runs).toHaveLength(4);
    // USD 2 and 8 per million tokens.
    const [{ tokens, costUsd: first } = runs[0] as never] = runs;
    expect(first).toBeCloseTo((8 * (tokens.inputTokens * 2 + tokens.outputTokens * 8)) / 1e6, 9);
    expect(costUsd).toBeCloseTo(
      runs.reduce((sum, run) => sum + run.costUsd, 0),
      9,
    );
    expect(durationMs).toBe(16_000);
    expect(detect.rowsNeeded).toBeGreaterThan(100);
  });

  it('does not know the cost of a model without a price', async () => {
    await rollcall('init', folder, '--model', 'openai-compatible/my-own', '--url', 'http://localhost:1/v1');
    const answer = await rollcall('plan', join(folder, 'eval.yaml'), '--json');
    expect(answer.json).toMatchObject({ costUsd: null });
  });

  it('refuses a prompt that names no column', async () => {
    await rollcall('init', folder, '--model', 'openai/gpt-4.1');
    writeFileSync(join(folder, 'prompts/short.md'), '{{subjct}}');
    const answer = await rollcall('plan', join(folder, 'eval.yaml'));
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('{{subject}}') });
  });
});
