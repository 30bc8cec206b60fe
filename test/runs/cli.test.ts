import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Summary } from '../../contracts/summary.ts';
import { startBatchApis } from '../../examples/batch-apis/batch-apis.ts';
import { type Answer, rollcall as commandLine } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
let folder: string;

/** Rows whose `n` is in here are refused. */
const refused = new Set([3, 7]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-cli-'));
  [cloud, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }) =>
      refused.has(Number(n))
        ? { status: 422, body: { error: `row ${n} is refused` } }
        : { body: { answer: `row ${n}`, cost_usd: 0.001 } },
    ),
  ]);
  const rows = Array.from({ length: 10 }, (_, n) => `${n},${n === 5 ? 'row five' : `row ${n}`},note ${n}`);
  writeFileSync(join(folder, 'numbers.csv'), `n,expected,note\n${rows.join('\n')}\n`);
  writeEval('good', { minPassRate: 0.7, maxErrorRate: 0.2 });
});
afterAll(async () => {
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

function writeEval(name: string, thresholds: object, more = ''): string {
  const path = join(folder, `${name}.eval.yaml`);
  const target = JSON.stringify({ endpoint: { url: endpoint.url, allowPrivateAddresses: true } });
  writeFileSync(
    path,
    `dataset: { file: numbers.csv, idColumn: n, fields: [n] }\ntarget: ${target}\nexecutor: { maxConcurrency: 4 }\nthresholds: ${JSON.stringify(thresholds)}\n${more}`,
  );
  return path;
}

/** Other test files have runs too, which may be newer. */
const ALL = ['--limit', '1000'];

const rollcall = (...words: string[]): Promise<Answer> => commandLine(...words, '--data', cloud.dataDir);
const run = (name: string, ...words: string[]) => rollcall('run', join(folder, `${name}.eval.yaml`), ...words);

describe('rollcall run', () => {
  it('imports, runs, reports and exits 0 when the thresholds are met', async () => {
    const answer = await run('good', '--id', 'cli-first');
    expect(answer.stderr).not.toContain('Error');
    expect(answer.code).toBe(0);
    expect(answer.stdout).toContain('rows       10 · 8 answered · 2 errors · 0 skipped');
    expect(answer.stdout).toContain('pass rate  70.0% (7 of 10)');
    expect(answer.stdout).toMatch(/2 × TargetRejected\s+rows 4, 8\n\s+HTTP 422: row 3 is refused/);
    expect(answer.stdout).toMatch(/6\s+5\s+row five\s+row 5/);
    expect(answer.stdout).toContain('✔ minPassRate 0.7: 0.7');
  });

  it('runs the first row alone, shows it, and goes on only when told to', async () => {
    const before = endpoint.total();
    const shown = await run('good', '--first', '1');
    expect(shown.stdout).toContain('Expected and actual answer');
    expect(shown.stdout).toContain(`POST ${endpoint.url}`);
    expect([shown.code, endpoint.total() - before]).toEqual([0, 1]);
    expect(shown.stderr).toContain('The other rows were not run.');
    const refusedRow = writeEval('refused-first', {}, 'limit: 4\n');
    expect((await rollcall('run', refusedRow, '--first', '4', '--yes')).stderr).toContain('1 of the first 4 rows');
    const whole = await run('good', '--first', '1', '--yes', '--limit', '2', '--json');
    expect(whole.events.map(({ event }) => event)).toEqual(expect.arrayContaining(['first', 'started', 'finished']));
    expect(whole.code).toBe(0);
  });

  it('prints JSON Lines, writes reports and the CSV, and exits 1 when a threshold is not met', async () => {
    writeEval('strict', { minPassRate: 0.9 });
    const files = { junit: join(folder, 'r.xml'), markdown: join(folder, 'r.md'), csv: join(folder, 'r.csv') };
    const answer = await run(
      'strict',
      '--json',
      ...['--id', 'second', '--junit', files.junit, '--markdown', files.markdown, '-o', files.csv],
    );
    expect(answer.code).toBe(1);
    const { events } = answer;
    expect(events[0]).toMatchObject({ event: 'started', evaluationId: 'second', rows: 10 });
    expect(events.slice(1, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(-1)).toMatchObject({
      event: 'finished',
      status: 'completed',
      passRate: 0.7,
      thresholds: [{ name: 'minPassRate', limit: 0.9, actual: 0.7, met: false }],
      summary: {
        total: 10,
        succeeded: 8,
        failed: 2,
        passRate: 0.7,
        passed: 7,
        compared: 10,
        passedBy: 'expected',
        wrong: 1,
      },
      export: { rows: 10, path: files.csv },
      exitCode: 1,
    });
    expect(readFileSync(files.junit, 'utf8')).toContain('minPassRate is 0.7, required: 0.9');
    expect(readFileSync(files.junit, 'utf8')).toContain(
      '<testcase classname="rows" name="row 6 5"><failure message="expected: row five · answered: row 5"/>',
    );
    expect(readFileSync(files.junit, 'utf8').match(/<error /g)).toHaveLength(2);
    expect(readFileSync(files.markdown, 'utf8')).toContain('| minPassRate | 0.9 | 0.7 | ❌ |');
    expect(readFileSync(files.markdown, 'utf8')).toContain('<summary>1 row failed<');
    expect(readFileSync(files.csv, 'utf8').trim().split('\n')).toHaveLength(11);
  });

  it('stops early when the first rows fail alike, exits 3, and goes on with --no-early-stop', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => 1_000 + n);
    for (const n of rows) refused.add(n);
    writeFileSync(join(folder, 'refused.csv'), `n\n${rows.join('\n')}\n`);
    const path = writeEval('early', {});
    writeFileSync(path, readFileSync(path, 'utf8').replace('numbers.csv', 'refused.csv'));
    const stopped = await run('early', '--id', 'early');
    expect(stopped.stderr).toContain('Set dataset.expectedColumn to one of: n.');
    expect(stopped.code).toBe(3);
    expect(stopped.stdout).toContain('same error: TargetRejected, HTTP 422.');
    expect(stopped.stdout.match(/× TargetRejected/g)).toHaveLength(1);
    expect(stopped.stdout).toMatch(/rollcall retry early .*\n.*rollcall resume early [\s\S]*--no-early-stop/);
    const whole = await run('early', '--no-early-stop', '--json');
    // It completed, but no row was answered.
    expect(whole.code).toBe(3);
    expect(whole.events.at(-1)).toMatchObject({
      status: 'completed',
      exitCode: 3,
      summary: { failed: 30, skipped: 0 },
    });
  });

  it('tells at once that nothing listens at the target, and where, while calls are retried', async () => {
    const { url, close } = await countingEndpoint(() => ({}));
    await close();
    const path = writeEval('nobody', {});
    const retryPolicy = 'executor: { retryPolicy: { maxAttempts: 2, intervalSeconds: 4, maxIntervalSeconds: 4 } }';
    const yaml = readFileSync(path, 'utf8')
      .replace(endpoint.url, url)
      .replace(/executor: .*/, retryPolicy);
    writeFileSync(path, yaml);
    const answer = await run('nobody');
    const { host } = new URL(url);
    expect(answer.stderr).toMatch(new RegExp(`Note:\\S* ${host}: ECONNREFUSED`));
    expect(answer.stdout).toContain(`Start the server at ${host}`);
    expect(answer.code).toBe(3);
  });

  it('names a mapping that fails as the file does', async () => {
    writeEval('failing', {}, 'mappings: { output: \'{ "output": $error("no") }\' }\n');
    const markdown = join(folder, 'failing.md');
    const answer = await run('failing', '--limit', '2', '--markdown', markdown);
    for (const text of [answer.stdout, readFileSync(markdown, 'utf8')]) {
      expect(text).toContain('mappings.output');
      expect(text).not.toContain('endpointOutputMapping');
    }
  });

  it('downloads the file that the run has written itself, and makes no second one', async () => {
    writeEval('exports', {}, 'export: { enabled: true, destinationPrefix: team-b }\n');
    const path = join(folder, 'once.csv');
    const { events } = await run('exports', '--json', '--id', 'once', '-o', path);
    expect(events.at(-1)).toMatchObject({ export: { rows: 10, path, s3Uri: expect.stringContaining('/team-b/') } });
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(11);
    const Bucket = cloud.output('DataBucketName');
    const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'exports/' }));
    const keys = Contents.map(({ Key = '' }) => Key).filter((key) => key.includes('once'));
    expect(keys).toEqual(['exports/team-b/once.csv']);
  });

  it('exits 3 when the run could not complete', async () => {
    writeEval('halts', {}, '');
    const path = join(folder, 'halts.eval.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('maxConcurrency: 4', 'stopOnError: stop_immediately'));
    const answer = await run('halts', '--json', '--id', 'halted');
    expect(answer.code).toBe(3);
    expect(answer.events.at(-1)).toMatchObject({ status: 'halted', exitCode: 3 });
    expect((await rollcall('watch', 'halted')).stdout).toMatch(
      /→ rollcall resume halted .*calls the remaining \d+ rows?\./,
    );
  });

  it('exits 2, before anything starts, on a mistake in the file or a dataset that is not there', async () => {
    writeFileSync(join(folder, 'wrong.eval.yaml'), 'dataset: { id: none }\ntarget: { configId: c }\nlimit: 0\n');
    expect((await run('wrong')).stderr).toMatch(
      /wrong\.eval\.yaml:3:8: limit is 0; it must be a whole number, 1 or more/,
    );
    writeFileSync(join(folder, 'absent.eval.yaml'), 'dataset: { id: none }\ntarget: { configId: c }\n');
    const answer = await run('absent', '--json');
    expect(answer.code).toBe(2);
    expect(answer.json).toEqual({
      error: { message: 'There is no dataset "none".', hint: 'List the datasets with `rollcall dataset list`.' },
    });
  });

  it('says so when a mapping takes a column that is not there', async () => {
    writeEval('typo', {}, 'mappings: { input: \'{ "n": input.nn, "note": input.elsewhere }\' }\n');
    const { stderr } = await run('typo', '--limit', '1', '--id', 'typo');
    expect(stderr).toContain('Did you mean input.n?');
    expect(stderr).toContain('input.elsewhere');
  });

  it('runs only the first rows with --limit, and refuses an id that is taken', async () => {
    const answer = await run('good', '--limit', '2', '--id', 'short', '--json');
    expect(answer.events.at(-1)).toMatchObject({ summary: { total: 2, succeeded: 2 } });
    const again = await run('strict', '--id', 'short');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('There is a run short already.');
  });
});

describe('after a run', () => {
  it('status gives the run record and counts that sum', async () => {
    const { json } = await rollcall('status', 'cli-first', '--json');
    expect(json).toMatchObject({
      evaluationId: 'cli-first',
      status: 'completed',
      total: 10,
      succeeded: 8,
      failed: 2,
      skipped: 0,
      running: 0,
      remaining: 0,
      percent: 100,
      config: { executionMode: 'endpoint' },
      summary: { total: 10 },
    });
    expect(Object.keys(json).filter((name) => name.includes('_'))).toEqual([]);
    expect((await rollcall('status', 'cli-first')).stdout).toContain('8 answered · 2 errors');
  });

  it('status says for people how many answers were right', async () => {
    expect((await rollcall('status', 'cli-first')).stdout).toMatch(/^pass rate {3}70\.0% \(7 of 10\)$/m);
  });

  it('runs lists it', async () => {
    const { json } = await rollcall('runs', ...ALL, '--json');
    expect(json.runs).toContainEqual(
      expect.objectContaining({ evaluationId: 'cli-first', status: 'completed', failed: 2, passRate: 0.7 }),
    );
    expect((await rollcall('runs', ...ALL, '--status', 'halted')).stdout).toMatch(/halted\s+halted\s+endpoint/);
  });

  it('runs shows experiments and filters by them', async () => {
    writeEval('tried', {}, 'experimentId: prompt-7\nlimit: 1\n');
    await run('tried', '--id', 'tried');
    const { json } = await rollcall('runs', '--experiment', 'prompt-7', '--json');
    expect(json).toMatchObject({ total: 1, runs: [{ evaluationId: 'tried', experimentId: 'prompt-7', passRate: 1 }] });
    expect((await rollcall('runs', ...ALL)).stdout).toMatch(/tried\s+prompt-7\s+completed/);
  });

  it('watch tells how it ended', async () => {
    const { code, events } = await rollcall('watch', 'cli-first', '--json');
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ event: 'finished', status: 'completed' });
  });

  it('results filters, searches, sorts and pages', async () => {
    const rows = async (...words: string[]) => {
      const { json } = await rollcall('results', 'cli-first', '--json', ...words);
      return { total: json.total, samples: (json.rows as { sample_id: string }[]).map((row) => row.sample_id) };
    };
    expect(await rows('--status', 'failed')).toEqual({ total: 2, samples: ['3', '7'] });
    expect(await rows('--verdict', 'wrong')).toEqual({ total: 1, samples: ['5'] });
    expect((await rows('--verdict', 'right')).total).toBe(7);
    expect(await rows('--search', 'ROW FIVE')).toEqual({ total: 1, samples: ['5'] });
    expect(await rows('--search', "it's")).toEqual({ total: 0, samples: [] });
    expect(await rows('--limit', '3', '--page', '4')).toEqual({ total: 10, samples: ['9'] });
    expect(await rows('--sort', 'cost', '--desc', '--limit', '2')).toEqual({ total: 10, samples: ['0', '1'] });
    expect((await rollcall('results', 'cli-first')).stdout).toMatch(/6\s+5\s+succeeded\s+row five\s+row 5/);
  });

  it('results --row tells everything about one row, expected against actual', async () => {
    const { stdout } = await rollcall('results', 'cli-first', '--row', '6');
    expect(stdout).toContain('- row five\n  + row 5\n');
    expect(stdout).toContain('"note": "note 5"');
    expect(stdout).toContain(`Request\n  POST ${endpoint.url}`);
    expect(stdout).toContain('Full response');
    expect((await rollcall('results', 'cli-first', '--sample', '3', '--json')).json).toMatchObject({
      row: { status: 'failed', error_name: 'TargetRejected', full_response: expect.anything() },
    });
    expect((await rollcall('results', 'cli-first', '--row', '99')).code).toBe(2);
  });

  it('export downloads one CSV, or gives a link', async () => {
    const path = join(folder, 'first.csv');
    const { json } = await rollcall('export', 'cli-first', '-o', path, '--json');
    expect(json).toMatchObject({ evaluationId: 'cli-first', rows: 10, format: 'csv', path });
    expect(readFileSync(path, 'utf8').split('\n')[0]).toContain('actual_output');
    const { stdout, stderr } = await rollcall('export', 'cli-first', '--expires', '7200');
    expect(stdout).toContain('X-Amz-Expires=7200');
    expect(stderr).toContain('2h 00m');
    const failed = await rollcall('export', 'cli-first', '--format', 'jsonl', '--status', 'failed', '--json');
    const wrong = await rollcall('export', 'cli-first', '--format', 'jsonl', '--verdict', 'wrong', '--json');
    expect(wrong.json).toMatchObject({ rows: 1 });
    expect(failed.json).toMatchObject({ rows: 2, format: 'jsonl', url: expect.stringContaining('X-Amz-Signature') });
  });

  it('report writes a run, or two compared, as one HTML file', async () => {
    const path = join(folder, 'report.html');
    const written = async (...ids: string[]) => {
      expect((await rollcall('report', ...ids, '-o', path, '--json')).json).toEqual({ file: path });
      return readFileSync(path, 'utf8');
    };
    expect(await written('cli-first')).toContain('<h1>7 of 10 passed</h1>');
    expect(await written('cli-first', 'second')).toContain('<h1>No difference between');
    expect((await rollcall('report', 'cli-first', 'second', 'second', '-o', path)).code).toBe(2);
  });

  it('retry calls the failed rows again and waits for them, unless it is detached', async () => {
    expect((await rollcall('retry', 'cli-first', '--class', 'transient', '--detach', '--json')).json).toMatchObject({
      changed: false,
      status: 'completed',
    });
    refused.delete(3);
    const before = endpoint.total();
    const strict = writeEval('strict', { minPassRate: 0.99 });
    const { code, json } = await rollcall('retry', 'cli-first', '--eval', strict, '--json');
    expect(code).toBe(1);
    expect(json).toMatchObject({ changed: true, status: 'completed', summary: { succeeded: 9, failed: 1 } });
    expect(json).toMatchObject({ thresholds: [{ name: 'minPassRate', met: false }], exitCode: 1 });
    const { workMs = 0, totalWorkMs = 0, durationMs = 0 } = (json as { summary: Partial<Summary> }).summary;
    expect(workMs).toBeLessThan(totalWorkMs);
    // What lies between the run and its retry is part of neither.
    expect(totalWorkMs).toBeLessThan(durationMs);
    expect(endpoint.total() - before).toBe(2);
  });

  it('watch checks the thresholds of a file, and only then', async () => {
    expect((await rollcall('watch', 'cli-first', '--quiet')).code).toBe(0);
    const strict = writeEval('strict', { minPassRate: 0.99 });
    expect((await rollcall('watch', 'cli-first', '--quiet', '--eval', strict)).code).toBe(1);
  });

  it('resume of a completed run changes nothing; pause is refused with the state it is in', async () => {
    expect((await rollcall('resume', 'cli-first', '--json')).json).toMatchObject({
      changed: false,
      status: 'completed',
    });
    const answer = await rollcall('pause', 'cli-first');
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('Run cli-first is completed; it cannot be paused.');
  });

  it('every command says so when there is no such run', async () => {
    for (const words of [
      ['status'],
      ['watch'],
      ['results'],
      ['export'],
      ['pause'],
      ['resume'],
      ['cancel'],
      ['retry'],
    ]) {
      const answer = await rollcall(...words, 'nobody');
      expect(answer.code).toBe(2);
      expect(answer.stderr).toMatch(/run( or experiment)? nobody/);
    }
  });

  it('open gives the link, or the ARN where there is no console', async () => {
    expect((await rollcall('open', 'cli-first', '--json')).json).toEqual({
      url: null,
      arn: expect.stringContaining(':execution:rollcall-evaluation:cli-first'),
    });
  });
});

describe('a run that is going on', () => {
  it('can be paused, resumed, sped up and cancelled', async () => {
    // Each call outlasts the second in which a run sees that it was paused or cancelled.
    const slow = await countingEndpoint(() => ({ delayMs: 2_000 }));
    const path = join(folder, 'slow.eval.yaml');
    writeFileSync(
      path,
      `dataset: { file: numbers.csv }\ntarget: { endpoint: { url: "${slow.url}", allowPrivateAddresses: true } }\n`,
    );
    const going = await rollcall('run', path, '--id', 'slow', '--detach');
    expect(going.stdout).toBe('slow\n');
    const until = async (...statuses: string[]) => {
      for (;;) {
        const { json } = await rollcall('status', 'slow', '--json').catch(() => ({
          json: {} as Record<string, unknown>,
        }));
        if (statuses.includes(String(json.status)) && (json.total as number) > 0) return json;
        await sleep(100);
      }
    };
    await until('running');
    expect((await rollcall('pause', 'slow', '--json')).json).toMatchObject({ changed: true });
    await until('paused');
    const calls = slow.total();
    expect((await rollcall('resume', 'slow', '--json')).json).toMatchObject({ changed: true, status: 'running' });
    expect((await rollcall('cancel', 'slow', '--now', '--reason', 'enough', '--json')).json).toMatchObject({
      status: 'cancelled',
      reason: 'enough',
    });
    const watched = await rollcall('watch', 'slow', '--json');
    expect(watched.code).toBe(3);
    expect(slow.total() - calls).toBeLessThanOrEqual(2);
    expect((await rollcall('status', 'slow', '--json')).json).toMatchObject({ status: 'cancelled', remaining: 0 });
    await slow.close();
  });
});

describe('Ctrl-C', () => {
  it('leaves a run that goes on by itself, and says how to come back', async () => {
    const slow = await countingEndpoint(() => ({ delayMs: 100 }));
    const path = join(folder, 'left.eval.yaml');
    const target = `target: { endpoint: { url: "${slow.url}", allowPrivateAddresses: true } }`;
    writeFileSync(path, `dataset: { file: numbers.csv }\n${target}\n`);
    const following = rollcall('run', path, '--id', 'left');
    while (slow.total() === 0) await sleep(20);
    process.emit('SIGINT');
    const answer = await following;
    expect(answer.code).toBe(3);
    expect(answer.stderr).toContain(`rollcall watch left --data ${cloud.dataDir}`);
    const watched = await rollcall('watch', 'left', '--json');
    expect(watched.events.at(-1)).toMatchObject({ status: 'completed', summary: { succeeded: 10 } });
    expect(slow.total()).toBe(10);
    await slow.close();
  });
});

describe('datasets', () => {
  it('are imported once, listed, shown, exported as they came and deleted', async () => {
    const file = join(folder, 'numbers.csv');
    const first = (await rollcall('dataset', 'import', file, '--name', 'Numbers', '--id-column', 'n', '--json')).json;
    expect(first).toMatchObject({ datasetId: expect.stringMatching(/^numbers-/), rows: 10, created: true });
    const again = (await rollcall('dataset', 'import', file, '--name', 'Numbers', '--id-column', 'n', '--json')).json;
    expect(again).toMatchObject({ datasetId: first.datasetId, created: false });
    const id = String(first.datasetId);
    const { json: list } = await rollcall('dataset', 'list', '--json');
    expect(list.datasets).toContainEqual(expect.objectContaining({ datasetId: id, rows: 10 }));
    expect((await rollcall('dataset', 'show', id)).stdout).toContain('"note":"note 0"');
    const copy = join(folder, 'copy.csv');
    await rollcall('dataset', 'export', id, '-o', copy);
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'));
    expect((await rollcall('dataset', 'delete', id)).code).toBe(2);
    expect((await rollcall('dataset', 'delete', id, '--yes', '--json')).json).toMatchObject({ deleted: true });
    expect((await rollcall('dataset', 'show', id)).code).toBe(2);
  });

  it('are written to stdout byte for byte, whatever their encoding', async () => {
    const file = join(folder, 'utf16.csv');
    writeFileSync(file, Buffer.from('\ufeffid,text\r\n1,grüße 😀\r\n', 'utf16le'));
    const { datasetId } = (await rollcall('dataset', 'import', file, '--json')).json;
    const { bytes } = await rollcall('dataset', 'export', String(datasetId), '-o', '-');
    expect(bytes.equals(readFileSync(file))).toBe(true);
  });

  /** Objects on their way into a dataset with this text in their first rows. Other tests import too. */
  const staged = async (text: string): Promise<string[]> => {
    const Bucket = cloud.output('DataBucketName');
    const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'imports/import_id=' }));
    const found = await Promise.all(
      Contents.map(async ({ Key = '' }) => {
        const object = cloud.s3.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=0-999' }));
        const begin = await object
          .then(({ Body }) => Body?.transformToString())
          .catch((error: Error) => {
            // Its import has removed it meanwhile.
            if (error.name !== 'NoSuchKey') throw error;
          });
        return begin?.includes(text) ? [Key] : [];
      }),
    );
    return found.flat();
  };

  it('leave nothing behind when Ctrl-C ends their import', async () => {
    const child = spawn(process.execPath, [
      ...['bin/rollcall.js', 'dataset', 'import', '-', '--format', 'csv'],
      ...['--name', 'endless', '--data', cloud.dataDir],
    ]);
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    child.stdin.on('error', () => {});
    const rows = `${'an endless text,more text\n'.repeat(5000)}`;
    child.stdin.write('a,b\n');
    const feeding = setInterval(() => child.stdin.write(rows), 5);
    try {
      await vi.waitUntil(async () => (await staged('an endless text')).length > 0, { timeout: 20_000, interval: 50 });
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([3, null]);
      expect(said).toContain('Interrupted. Nothing was imported.');
      expect(await staged('an endless text')).toEqual([]);
      const lock = { Bucket: cloud.output('DataBucketName'), Prefix: 'imports/locks/endless' };
      expect((await cloud.s3.send(new ListObjectsV2Command(lock))).KeyCount).toBe(0);
      expect((await rollcall('dataset', 'list')).stdout).not.toContain('endless');
    } finally {
      clearInterval(feeding);
      child.kill('SIGKILL');
    }
  });

  it('that are wrong are refused with their line', async () => {
    writeFileSync(join(folder, 'ragged.csv'), 'a,b\n1,2\n3\n');
    const answer = await rollcall('dataset', 'import', join(folder, 'ragged.csv'));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('Line 3');
  });

  it('can be looked at first, which needs no cloud', async () => {
    const { json } = await commandLine('dataset', 'preview', join(folder, 'numbers.csv'), '--json', '--limit', '2');
    expect(json).toMatchObject({ rows: 10, format: 'csv', sample: [{ n: '0' }, { n: '1' }] });
  });
});

describe('configurations', () => {
  it('are stored under a name, from eval.yaml or as they are, and used by runs', async () => {
    const put = await rollcall('config', 'put', 'by-name', join(folder, 'good.eval.yaml'), '--json');
    expect(put.json).toMatchObject({ configId: 'by-name', config: { executionMode: 'endpoint' } });
    expect((await rollcall('config', 'get', 'by-name', '--json')).json).toMatchObject({ config: put.json.config });
    expect((await rollcall('config', 'list')).stdout).toMatch(/by-name\s+endpoint/);
    const path = join(folder, 'stored.eval.yaml');
    writeFileSync(path, 'dataset: { file: numbers.csv, fields: [n] }\ntarget: { configId: by-name }\n');
    const answer = await rollcall('run', path, '--json');
    expect(answer.events.at(-1)).toMatchObject({ status: 'completed', summary: { total: 10 } });
  });

  it('that are wrong are refused', async () => {
    writeFileSync(join(folder, 'wrong.json'), '{ "executionMode": "agent" }');
    const answer = await rollcall('config', 'put', 'wrong', join(folder, 'wrong.json'));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('agentStateMachineArn');
    expect((await rollcall('config', 'get', 'wrong')).code).toBe(2);
  });
});

describe('estimate', () => {
  it('runs the first rows and tells what all of them will cost and take', async () => {
    const before = endpoint.total();
    const { code, json } = await rollcall('estimate', join(folder, 'good.eval.yaml'), '--rows', '3', '--json');
    expect(code).toBe(0);
    expect(endpoint.total() - before).toBe(3);
    expect(json).toMatchObject({ triedRows: 3, rows: 10, concurrency: 4 });
    expect((json.costUsd as { expected: number }).expected).toBeCloseTo(0.01);
  });

  it('adds up the trials of every variant, and names the day of its prices', async () => {
    const path = join(folder, 'variants-estimate.eval.yaml');
    const target = { endpoint: { url: endpoint.url, allowPrivateAddresses: true } };
    const dataset = { file: 'numbers.csv', idColumn: 'n', fields: ['n'] };
    const variants = [{ name: 'a' }, { name: 'b' }];
    writeFileSync(path, JSON.stringify({ dataset, target, executor: { repeats: 3 }, limit: 3, variants }));
    const before = endpoint.total();
    const { code, events, stderr } = await rollcall('estimate', path, '--rows', '1', '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(endpoint.total() - before).toBe(6);
    expect(events.slice(0, 2)).toMatchObject(variants.map(({ name }) => ({ variant: name, rows: 3, calls: 9 })));
    const costUsd = { expected: expect.closeTo(0.018) };
    expect(events.at(-1)).toMatchObject({ variants: 2, costUsd, pricesAsOf: expect.stringMatching(/^2026-/) });
  });

  it('of bulk jobs tries rows one by one, and tells both prices and how long jobs may take', async () => {
    const apis = await startBatchApis();
    const path = join(folder, 'jobs.eval.yaml');
    const target = {
      endpoint: { url: `${apis.url}/v1/chat/completions`, allowPrivateAddresses: true },
      bulkConfig: { preset: 'openai-batches', maxItemsPerCall: 4 },
    };
    const input = '{ "model": "gpt-4o", "messages": [{ "role": "user", "content": $string(input.n) }] }';
    const dataset = { file: 'numbers.csv', idColumn: 'n', fields: ['n'] };
    writeFileSync(path, JSON.stringify({ dataset, target, mappings: { input } }));
    const { code, stdout } = await rollcall('estimate', path, '--rows', '2');
    expect(code).toBe(0);
    // 1,000 tokens at $2.50 and 100 at $10 a million are $0.0035 a row.
    expect(stdout).toMatch(/all 10 rows at concurrency 1:\n {2}cost {2}about \$0\.035\n {2}time {2}about /);
    expect(stdout).toMatch(/3 provider batches, .*:\n {2}cost {2}about \$0\.0175\n {2}time {2}up to 24h 00m/);
    expect(apis.jobs.size).toBe(0);
    await apis.close();
  });
});

describe('doctor', () => {
  it('finds everything in order', async () => {
    const { code, json } = await rollcall('doctor', '--json');
    expect(json).toMatchObject({ ok: true });
    expect(code).toBe(0);
  });
});

describe('against AWS', () => {
  it('commands find the stacks through CloudFormation, by stage or by name', async () => {
    // The AWS SDK itself goes where AWS_ENDPOINT_URL points: the way to AWS is tried without AWS.
    const keys = { AWS_ENDPOINT_URL: cloud.cloud.endpoint, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
    const before = Object.fromEntries(Object.keys(keys).map((name) => [name, process.env[name]]));
    Object.assign(process.env, keys);
    try {
      const { json } = await commandLine('runs', ...ALL, '--aws', '--region', 'us-east-1', '--json');
      expect(json.runs).toContainEqual(expect.objectContaining({ evaluationId: 'cli-first' }));
      const link = await commandLine('open', 'cli-first', '--stack', 'RollcallOrchestration', '--region', 'us-east-1');
      expect(link.stdout).toMatch(/^https:\/\/us-east-1\.console\.aws\.amazon\.com\/states\/home\?region=us-east-1#/);
      const absent = await commandLine('runs', '--aws', '--region', 'us-east-1', '--stage', 'qa');
      expect(absent.code).toBe(3);
      expect(absent.stderr).toContain('There is no stack RollcallStorage-qa in AWS, region us-east-1.');
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});
