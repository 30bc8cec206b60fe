import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { stateOfRow } from '../../web/parts/states.ts';
import { WordDiff } from '../../web/parts/word-diff.tsx';

const drawn = (titles?: readonly [string, string]): string =>
  renderToStaticMarkup(
    createElement(WordDiff, { expected: 'to billing', actual: 'to bug', ...(titles && { titles }) }),
  );

describe('an answer beside what it is held against', () => {
  it('never strikes the expected answer through', () => {
    expect(drawn()).toContain('<mark>billing</mark>');
    expect(drawn()).not.toMatch(/<(?:del|ins)>/);
  });

  it('strikes what a later answer no longer says', () => {
    expect(drawn(['v1', 'v2'])).toMatch(/<del>billing<\/del>.*<ins>bug<\/ins>/);
  });
});

describe('the state of a row', () => {
  it('is passed only where an evaluator said so', () => {
    const states = [true, false, null, undefined].map((passed) => stateOfRow({ status: 'succeeded', passed }));
    expect(states).toEqual(['right', 'wrong', 'succeeded', 'succeeded']);
  });
});
