import { describe, expect, it } from 'vitest';
import { wantsColour } from '../../../cli/terminal/colour.ts';

describe('colour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('at a terminal: %s, with %o: %s', (isTty, env, wanted) => {
    expect(wantsColour(isTty, env)).toBe(wanted);
  });
});
