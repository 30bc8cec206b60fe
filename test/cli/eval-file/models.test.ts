import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvalFile } from '../../../cli/eval-file/read-eval-file.ts';
import { configOf } from '../../../cli/eval-file/to-config.ts';
import { readYaml } from '../../../cli/read-yaml.ts';
import { variantFiles } from '../../../cli/runs/variant-files.ts';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import { targetSchema } from '../../../contracts/target.ts';
import { targetName } from '../../../core/target-name.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-models-'));
  writeFileSync(join(folder, 'short.md'), 'Classify: {{text}}\n');
  writeFileSync(join(folder, 'long.md'), 'Read this ticket and classify it.\n\n{{text}}\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string) {
  const path = join(folder, 'tickets.eval.yaml');
  writeFileSync(path, `dataset: { id: d }\n${text}`);
  return readEvalFile(path, {});
}
const configs = (text: string) => {
  const file = read(text);
  const files = file.variants ? variantFiles(file, 'x').files : [{ name: '', file }];
  return Object.fromEntries(
    files.map((variant) => [variant.name, evaluationConfigSchema.parse(configOf(variant.file))]),
  );
};
const problem = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The file was accepted.');
};

const OPENAI = 'target: { model: { provider: openai, model: gpt-4.1, prompt: "Classify {{text}}" } }';

describe('target.model', () => {
  it.each([
    ['openai', 'gpt-4.1', 'https://api.openai.com/v1/chat/completions', 'rollcall/OPENAI_API_KEY'],
    ['anthropic', 'claude-opus-5', 'https://api.anthropic.com/v1/messages', 'rollcall/ANTHROPIC_API_KEY'],
    [
      'bedrock',
      'us.amazon.nova-lite-v1:0',
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.amazon.nova-lite-v1%3A0/converse',
      'rollcall/AWS_BEARER_TOKEN_BEDROCK',
    ],
  ])('of %s is called where its provider is, with the usual key', (provider, model, url, secretArn) => {
    const config = configs(`target: { model: { provider: ${provider}, model: "${model}", prompt: x } }`)[''];
    expect(config).toMatchObject({ executionMode: 'endpoint', endpoint: { url, method: 'POST', auth: { secretArn } } });
    expect(config && targetName(config)).toBe(model);
  });

  it('keeps the text of a prompt file, whose path counts from the eval file', () => {
    const config = configs('target: { model: { provider: openai, model: m, prompt: { file: short.md } } }')[''];
    expect(config).toMatchObject({ model: { prompt: { file: 'short.md', text: 'Classify: {{text}}' } } });
  });

  it('has its endpoint made anew when a stored configuration is read', () => {
    const stored = { model: { provider: 'openai-compatible', model: 'm', url: 'http://new:1/v1', prompt: 'x' } };
    const endpoint = { url: 'http://old:1/v1/chat/completions' };
    expect(evaluationConfigSchema.parse({ ...stored, endpoint })).toMatchObject({
      endpoint: { url: 'http://new:1/v1/chat/completions' },
    });
  });

  it.each([
    ['target: { model: { provider: opnai, model: m, prompt: x } }', /target\.model\.provider is "opnai".*openai\?/],
    ['target: { model: { provider: openai, prompt: x } }', /target\.model\.model is missing/],
    ['target: { model: { provider: openai, model: m } }', /model needs a prompt or messages/],
    ['target: { model: { provider: openai-compatible, model: m, prompt: x } }', /openai-compatible needs a url/],
    ['target: { model: { provider: openai, model: m, prompt: "{{#if a}}" } }', /\{\{#if a\}\}/],
    ['target: { model: { provider: openai, model: m, prompt: { file: none.md } } }', /none\.md cannot be read/],
    [`${OPENAI}\nmatrix: {}`, /matrix needs prompt or model/],
    ['target: { endpoint: { url: http://a } }\nmatrix: { model: [a, b] }', /matrix needs target\.model/],
    [
      `${OPENAI}\nmatrix: { model: [a, b] }\nvariants: [{ name: a }, { name: b }]`,
      /variants and matrix are both given/,
    ],
  ])('%s is refused with what is wrong', (text, message) => {
    expect(problem(text)).toMatch(message);
  });
});

describe('matrix', () => {
  it('makes a variant of each prompt with each model', () => {
    const made = configs(`${OPENAI}\nmatrix:
  prompt: [short.md, { name: terse, text: "{{text}}" }]
  model: [gpt-4.1-mini, { provider: anthropic, model: claude-haiku-4-5 }]`);
    expect(Object.keys(made)).toEqual([
      'short-gpt-4.1-mini',
      'terse-gpt-4.1-mini',
      'short-claude-haiku-4-5',
      'terse-claude-haiku-4-5',
    ]);
    expect(made['short-claude-haiku-4-5']).toMatchObject({
      model: { provider: 'anthropic', prompt: { text: 'Classify: {{text}}' } },
      endpoint: { url: 'https://api.anthropic.com/v1/messages', auth: { type: 'header' } },
    });
  });

  it('gives long names, and the same ones, names of their own', () => {
    const id = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
    const made = configs(`${OPENAI}\nmatrix: { model: ["${id}", "eu${id.slice(2)}"], prompt: [short.md] }`);
    expect(new Set(Object.keys(made)).size).toBe(2);
  });
});

describe('variants', () => {
  it('differ by prompt or model alone, and take nothing of another provider', () => {
    const made = configs(`target: { model: { provider: openai-compatible, model: m, url: http://h/v1, prompt: A } }
variants:
  - { name: a }
  - { name: b, target: { model: { prompt: { file: long.md } } } }
  - { name: c, target: { model: { provider: openai, model: gpt-5 } } }`);
    expect(made).toMatchObject({
      a: { model: { prompt: 'A' }, endpoint: { url: 'http://h/v1/chat/completions' } },
      b: { model: { model: 'm', prompt: { file: 'long.md' } } },
      c: { model: { prompt: 'A' }, endpoint: { url: 'https://api.openai.com/v1/chat/completions' } },
    });
    expect(made.a).not.toHaveProperty('endpoint.auth');
  });
});

describe('a model that is registered, or kept as a configuration', () => {
  it('has its prompt files read from where the file is', () => {
    const path = join(folder, 'target.yaml');
    const model = { provider: 'openai', model: 'gpt-4.1', prompt: { file: 'short.md' } };
    writeFileSync(
      path,
      JSON.stringify({
        integration: 'desk',
        action: 'sort',
        description: 'Sorts',
        inputSchema: { type: 'object' },
        model,
      }),
    );
    expect(targetSchema.parse(readYaml(path))).toMatchObject({
      executionMode: 'endpoint',
      model: { prompt: { text: 'Classify: {{text}}' } },
      endpoint: { url: 'https://api.openai.com/v1/chat/completions' },
    });
  });
});
