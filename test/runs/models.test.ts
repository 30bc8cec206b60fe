import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunComparison } from '../../client/experiments/compare-runs.ts';
import { type ModelApis, startModelApis } from '../../examples/model-apis/model-apis.ts';
import { rollcall as commandLine } from '../support/command-line.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const KEY = 'sk-simulated-4f1c9b77e2d84a';
let cloud: RollcallCloud;
let apis: ModelApis;
let other: ModelApis;
let folder: string;

const TICKETS = [
  ['The invoice shows a double charge', 'billing'],
  ['I am locked out of my account', 'access'],
  ['The app ends with an error', 'bug'],
  ['Do you have an office in Rome?', 'other'],
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-models-'));
  [cloud, apis, other] = await Promise.all([
    RollcallCloud.shared(),
    startModelApis({ key: KEY }),
    startModelApis({ key: KEY }),
  ]);
  vi.stubEnv('SIMULATED_MODEL_KEY', KEY);
  writeFileSync(join(folder, 'tickets.csv'), ['ticket,expected', ...TICKETS.map((row) => row.join(','))].join('\n'));
  writeFileSync(join(folder, 'short.md'), 'Label: {{ticket}}\n');
  writeFileSync(join(folder, 'long.md'), 'Read this ticket and give it a label.\n\n{{ticket}}\n');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([apis?.close(), other?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const rollcall = (...words: string[]) => commandLine(...words, '--data', cloud.dataDir);

function writeEval(name: string, model: object, more: object = {}): string {
  const path = join(folder, `${name}.eval.yaml`);
  const auth = { type: 'bearer', env: 'SIMULATED_MODEL_KEY' };
  const shared = {
    provider: 'openai',
    allowPrivateAddresses: true,
    url: `${apis.url}/v1`,
    auth,
    model: 'gpt-4.1',
    prompt: { file: 'short.md' },
  };
  const target = { model: { ...shared, ...model } };
  writeFileSync(path, JSON.stringify({ dataset: { file: 'tickets.csv' }, target, ...more }));
  return path;
}

describe('a model as the target', () => {
  it('answers each row, with its tokens and cost', async () => {
    const answer = await rollcall('run', writeEval('one', {}), '--id', 'model-one', '--json');
    expect(answer.code).toBe(0);
    expect(answer.events.at(-1)).toMatchObject({ summary: { succeeded: 4, passed: 4, targetName: 'gpt-4.1' } });
    const rows = await cloud.results('model-one', 'actual_output, provider_name, model_name, cost_usd, request');
    expect(rows.map(({ actual_output }) => actual_output).sort()).toEqual(['access', 'billing', 'bug', 'other']);
    for (const row of rows) {
      expect(row).toMatchObject({ provider_name: 'openai', model_name: 'gpt-4.1' });
      expect(Number(row.cost_usd)).toBeGreaterThan(0);
    }
    expect(apis.requests.at(-1)?.body).toMatchObject({ messages: [{ content: expect.stringMatching(/^Label: /) }] });
  });

  it('has two prompts on two models compared as four variants, whose prompts are kept', async () => {
    const matrix = { prompt: ['short.md', 'long.md'], model: ['gpt-4.1', 'gpt-4.1-mini'] };
    const answer = await rollcall('run', writeEval('matrix', {}, { matrix }), '--id', 'model-matrix', '--json');
    expect(answer.code).toBe(0);
    const compared = answer.events.at(-1) as unknown as Required<RunComparison>;
    expect(compared.variants).toHaveLength(4);
    expect(new Set(compared.models.map(({ promptHash }) => promptHash)).size).toBe(2);
    expect(compared.models[0]).toMatchObject({ provider: 'openai', prompts: ['Label: {{ticket}}'] });
    const records = await Promise.all(
      (answer.events.filter(({ event }) => event === 'started') as { evaluationId: string }[]).map(({ evaluationId }) =>
        cloud.record(evaluationId),
      ),
    );
    expect(records.map(({ config }) => JSON.parse(config).model.prompt.text).sort()).toEqual([
      'Label: {{ticket}}',
      'Label: {{ticket}}',
      'Read this ticket and give it a label.\n\n{{ticket}}',
      'Read this ticket and give it a label.\n\n{{ticket}}',
    ]);
  });

  it('judges answers, with a prompt of its own', async () => {
    const judge = {
      type: 'judge',
      rubric: 'Is the label right?',
      target: {
        model: {
          provider: 'openai',
          model: 'gpt-4.1',
          url: `${apis.url}/v1`,
          auth: { type: 'bearer', env: 'SIMULATED_MODEL_KEY' },
          allowPrivateAddresses: true,
        },
      },
    };
    const path = writeEval('judged', {}, { evaluators: [judge] });
    const answer = await rollcall('run', path, '--id', 'model-judged', '--json', '--limit', '1');
    expect(answer.stderr).not.toContain('Error');
    expect(apis.requests.some(({ body }) => JSON.stringify(body).includes('Is the label right?'))).toBe(true);
  });

  it('is not called with a prompt that names no column', async () => {
    const before = apis.requests.length;
    const answer = await rollcall('run', writeEval('typo', { prompt: 'Label: {{tiket}}' }));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('Did you mean {{ticket}}?');
    expect(apis.requests).toHaveLength(before);
  });

  it('fails a run that another way started with such a prompt before the first call', async () => {
    await cloud.insertDataset('model-names', [{ question: 'Why?' }], ['x']);
    const model = { provider: 'openai-compatible', model: 'm', url: `${apis.url}/v1`, prompt: '{{qestion}}' };
    const before = apis.requests.length;
    await expect(cloud.run('model-names', { datasetId: 'model-names', config: { model } })).rejects.toThrow();
    expect((await cloud.record('model-names')).reason).toContain('{{question}}');
    expect(apis.requests).toHaveLength(before);
  });
});

/** Nothing if the file was replaced in the meantime. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

describe('a key', () => {
  it('is nowhere in the data folder but in the secret store', () => {
    const files = readdirSync(cloud.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const holding = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => contentOf(path).includes(KEY))
      .map((path) => path.slice(cloud.dataDir.length + 1));
    expect(holding).toEqual([join('secretsmanager', 'secrets.jsonl')]);
  });

  it('is listed without its value, and sent to its own host only', async () => {
    const listed = await rollcall('secret', 'list', '--json');
    expect(listed.json).toMatchObject({ secrets: [{ name: 'SIMULATED_MODEL_KEY', hosts: apis.url }] });
    expect(listed.stdout).not.toContain(KEY);
    const elsewhere = await rollcall('run', writeEval('elsewhere', { url: `${other.url}/v1` }));
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toContain(`rollcall secret put SIMULATED_MODEL_KEY --host ${other.url}`);
    // Whoever names the secret itself gets no further.
    const auth = { type: 'bearer', secretArn: 'rollcall/SIMULATED_MODEL_KEY' };
    const model = {
      provider: 'openai',
      model: 'm',
      url: `${other.url}/v1`,
      prompt: 'x',
      auth,
      allowPrivateAddresses: true,
    };
    await cloud.insertDataset('model-host', [{ question: 'Why?' }], ['x']);
    await cloud.run('model-host', { datasetId: 'model-host', config: { model } });
    expect(await cloud.results('model-host', 'error_name')).toEqual([{ error_name: 'TargetAccessDenied' }]);
    expect(other.requests).toEqual([]);
  });

  it('is put, allowed at more hosts, and deleted', async () => {
    vi.stubEnv('ANOTHER_KEY', 'sk-another');
    const put = await rollcall(
      'secret',
      'put',
      'ANOTHER_KEY',
      '--host',
      'a.example.com',
      '--host',
      'b.example.com',
      '--json',
    );
    expect(put.json).toMatchObject({ secret: 'rollcall/ANOTHER_KEY', hosts: ['a.example.com', 'b.example.com'] });
    expect((await rollcall('secret', 'put', 'ANOTHER_KEY')).code).toBe(2);
    expect((await rollcall('secret', 'delete', 'ANOTHER_KEY')).code).toBe(0);
    expect((await rollcall('secret', 'delete', 'ANOTHER_KEY')).code).toBe(2);
  });

  it('that is missing is asked for before anything is imported', async () => {
    const answer = await rollcall('run', writeEval('keyless', { auth: { type: 'bearer', env: 'NOT_SET_ANYWHERE' } }));
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('rollcall secret put NOT_SET_ANYWHERE');
  });

  it.each([
    [{ endpoint: { url: 'https://api.example.com', headers: { Authorization: `Bearer ${KEY}` } } }],
    [{ endpoint: { url: 'https://api.example.com', headers: { 'x-api-key': KEY } } }],
    [{ endpoint: { url: `https://api.example.com/?api_key=${KEY}` } }],
  ])('that stands in the file is refused, and not shown (%#)', async (target) => {
    const path = join(folder, 'in-file.eval.yaml');
    writeFileSync(path, JSON.stringify({ dataset: { file: 'tickets.csv' }, target }));
    const answer = await rollcall('run', path);
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('env: NAME');
    expect(answer.stderr).not.toContain(KEY);
  });
});

describe('{{question}} outside of a prompt', () => {
  it.each([
    [{ url: 'https://api.example.com/{{ticket}}' }, {}],
    [{ url: 'https://api.example.com' }, { input: '{ "ask": "{{ticket}}" }' }],
  ])('is refused, since it would be sent as it is (%#)', async (endpoint, mappings) => {
    const path = join(folder, 'literal.eval.yaml');
    writeFileSync(path, JSON.stringify({ dataset: { file: 'tickets.csv' }, target: { endpoint }, mappings }));
    const answer = await rollcall('run', path);
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain('input.ticket');
  });
});
