import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { evaluatorsSchema } from '../../contracts/evaluators.ts';
import { EVALUATOR_PAGES } from '../../docs/evaluator-pages.ts';
import { generated } from '../../docs/generate.ts';

describe('pages that are written from the schemas', () => {
  it.each(Object.keys(generated))('docs/%s is up to date; npm run docs writes it', (name) => {
    expect(readFileSync(join('docs', name), 'utf8')).toBe(generated[name]?.());
  });
});

it('eval.schema.json is a schema, and every evaluator’s example of the pages fits it', () => {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync('docs/eval.schema.json', 'utf8')),
  );
  for (const [type, { example }] of Object.entries(EVALUATOR_PAGES)) {
    const evaluators = parse(example);
    check({ dataset: { id: 'd' }, target: 'my/target', evaluators });
    expect(check.errors, type).toBeNull();
    const substituted = parse(example.replace(/\$\{JUDGE_URL\}/, 'https://judge.example'));
    expect(evaluatorsSchema.safeParse(substituted).error, type).toBeUndefined();
  }
});

describe('links of the pages', () => {
  it.each([
    'README.md',
    'docs/architecture.md',
    'docs/deploy.md',
    'docs/operations.md',
    'docs/configuration.md',
    'docs/evaluators.md',
    'docs/scoring.md',
  ])('%s leads only to what is there', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
    for (const link of links) expect(() => readFileSync(join(page, '..', link))).not.toThrow(/ENOENT/);
  });
});
