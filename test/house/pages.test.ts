import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Where the links of a page lead: paths from the root of the project, addresses left out. */
const linksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => join(dirname(page), link));

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...below('docs')];

describe('the pages', () => {
  it('in docs are all linked from the README or from the architecture; the decisions as a folder', () => {
    const linked = ['README.md', 'docs/architecture.md'].flatMap(linksOf);
    const unlinked = below('docs').filter(
      (page) => !linked.some((link) => page === link || page.startsWith(`${link}/`)),
    );
    expect(unlinked).toEqual([]);
  });

  it.each(below('docs/decisions'))('%s has a title, its date, context, decision and consequences', (page) => {
    const text = readFileSync(page, 'utf8');
    expect(text).toMatch(new RegExp(`^# .+\n\n${basename(page).slice(0, 10)}\n`));
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings[0]).toBe('Context');
    expect(headings).toEqual(expect.arrayContaining(['Decision', 'Consequences']));
  });

  it('tell in the changelog of the version that package.json has, first', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(/^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]).toBe(version);
  });

  it.each(PAGES)('%s links only to what is there', (page) => {
    expect(linksOf(page).filter((link) => !existsSync(link))).toEqual([]);
  });
});
