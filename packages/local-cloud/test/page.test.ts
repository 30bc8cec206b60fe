import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AwsError } from '../src/aws-error.ts';
import { pageAfter, pageOf } from '../src/page.ts';

const refusal = () => new AwsError('InvalidToken', 'This is not a token of ours.');
const names = fc.uniqueArray(fc.string(), { maxLength: 30 }).map((list) => list.sort());
const size = fc.integer({ min: 1, max: 7 });

/** All pages, as a client that follows the tokens gets them. */
function follow<Item>(page: (token: string | undefined) => { items: Item[]; next: string | undefined }): Item[][] {
  const pages: Item[][] = [];
  let token: string | undefined;
  do {
    const { items, next } = page(token);
    pages.push(items);
    token = next;
  } while (token !== undefined);
  return pages;
}

describe('pages of a list', () => {
  it('hold every item once, in order, and only the last one is short', () => {
    fc.assert(
      fc.property(names, size, (all, size) => {
        for (const pages of [
          follow((token) => pageOf(all, { size, token, refusal })),
          follow((after) => pageAfter(all, (name) => name, { size, after })),
        ]) {
          expect(pages.flat()).toEqual(all);
          expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
        }
      }),
    );
  });

  it.each(['nonsense', '3', Buffer.from('page:-1').toString('base64')])('refuse the token %j', (token) => {
    expect(() => pageOf([1, 2, 3], { size: 1, token, refusal })).toThrow('not a token of ours');
  });

  it('by name go on after the last one, whatever has been deleted since', () => {
    const { next } = pageAfter(['a', 'b', 'c', 'd'], (name) => name, { size: 2, after: undefined });
    expect(pageAfter(['c', 'd'], (name) => name, { size: 2, after: next }).items).toEqual(['c', 'd']);
  });
});
