import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FUNCTIONS } from '../../src/athena/sql/functions.ts';

it('lists every function in docs/athena.md, and no other', () => {
  const page = readFileSync(new URL('../../docs/athena.md', import.meta.url), 'utf8');
  const section = page.slice(page.indexOf('## Functions'), page.indexOf('Besides these'));
  const listed = [...section.matchAll(/`(\w+)`/g)].map((match) => match[1]);
  expect(listed.sort()).toEqual([...FUNCTIONS.keys()].sort());
});
