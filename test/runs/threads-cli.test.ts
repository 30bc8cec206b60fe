import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rollcall as commandLine } from '../support/command-line.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-threads-cli-'));
  cloud = await RollcallCloud.shared();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rollcall = (...words: string[]) => commandLine(...words, '--tenant', 'threads-cli', '--data', cloud.dataDir);

describe('the command line of threads and monitors', () => {
  it('takes traces in, once, and shows threads, whatever their ids hold', async () => {
    const file = join(folder, 'more.jsonl');
    const trace = {
      trace_id: 'a/1',
      thread_id: 'room/7',
      started_at: '2026-11-01T10:00:00Z',
      input: 'Hi',
      output: 'Yes',
    };
    writeFileSync(file, `${JSON.stringify(trace)}\n`);
    expect((await rollcall('trace', 'import', file)).stdout).toContain('Imported 1 trace.');
    const example = ['trace', 'import', 'examples/conversations/traces.jsonl', '--json'];
    expect((await rollcall(...example)).json).toMatchObject({ received: 5, unchanged: 0 });
    expect((await rollcall(...example)).json).toMatchObject({ received: 5, unchanged: 5 });
    expect((await rollcall('thread', 'list')).stdout).toMatch(
      /refund-7\s+I want my money back\.\s+3[\s\S]*order-1\s+Where is my order\?\s+2[\s\S]*room\/7\s+Hi\s+1/,
    );
    expect((await rollcall('thread', 'show', 'room/7')).stdout).toContain('> Hi\nYes');
    expect((await rollcall('trace', 'show', 'a/1', '--json')).json).toMatchObject({ thread_id: 'room/7' });
    const missing = await rollcall('thread', 'show', 'nobody');
    expect([missing.code, missing.stderr]).toEqual([expect.any(Number), expect.stringContaining('no thread nobody')]);
    writeFileSync(file, '{"trace_id": "x"}\n');
    expect((await rollcall('trace', 'import', file)).stderr).toContain('Line 1');
  });

  it('creates, tests, backfills and deletes a monitor, and shows its results', async () => {
    expect((await rollcall('monitor', 'put', 'examples/conversations/monitor.yaml')).stdout).toContain('version 1');
    expect((await rollcall('monitor', 'list')).stdout).toMatch(/stays-helpful\s+threads\s+yes/);
    expect((await rollcall('monitor', 'show', 'stays-helpful', '--json')).json).toMatchObject({ settleSeconds: 5 });
    const test = await rollcall('monitor', 'test', 'stays-helpful', '--last', '10');
    expect(test.stdout).toContain('3 evaluated: 2 passed, 1 failed, 0 errors. 0 skipped.');
    expect((await rollcall('monitor', 'results', 'stays-helpful')).stdout).toContain('No results');
    const fill = ['monitor', 'backfill', 'stays-helpful', '--from', '2026-11-01T00:00:00Z', '--json'];
    expect((await rollcall(...fill)).json).toEqual({ queued: 3, skipped: 0 });
    await vi.waitFor(
      async () => {
        const { results } = (await rollcall('monitor', 'results', 'stays-helpful', '--json')).json;
        expect(results).toHaveLength(3);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect((await rollcall('monitor', 'put')).code).not.toBe(0);
    expect((await rollcall('monitor', 'put', '--from-run', 'no-run', '--name', 'n')).stderr).toContain('no-run');
    expect((await rollcall('monitor', 'delete', 'stays-helpful')).stdout).toContain('Its results are kept');
    expect((await rollcall('monitor', 'show', 'stays-helpful')).stderr).toContain('no monitor');
  });

  it('makes a dataset of conversations, of those that a filter takes', async () => {
    const made = await rollcall('dataset', 'from-traces', '--name', 'long talks', '--filter', 'turns > 2', '--json');
    expect(made.json).toMatchObject({ rows: 1 });
    const [row] = await cloud.query(
      `SELECT sample_id, input FROM s3_evaluation_db.evaluation_datasets WHERE dataset_id = '${made.json.datasetId}'`,
    );
    expect(row?.sample_id).toBe('refund-7');
    expect(row?.input).toContain('The blue lamp.');
  });
});
