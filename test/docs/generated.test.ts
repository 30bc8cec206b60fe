import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generated } from '../../docs/generate.ts';

describe('pages that are written from the schemas', () => {
  it.each(Object.keys(generated))('docs/%s is up to date; npm run docs writes it', (name) => {
    expect(readFileSync(join('docs', name), 'utf8')).toBe(generated[name]?.());
  });
});

describe('links of the pages', () => {
  it.each(['README.md', 'docs/architecture.md', 'docs/deploy.md', 'docs/operations.md', 'docs/configuration.md'])(
    '%s leads only to what is there',
    (page) => {
      const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
      for (const link of links) expect(() => readFileSync(join(page, '..', link))).not.toThrow(/ENOENT/);
    },
  );
});
