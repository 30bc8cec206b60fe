import { describe, expect, it } from 'vitest';
import { pollWhile } from '../../web/api/poll.ts';

describe('looking again', () => {
  it('happens every second while something changes, ever more slowly while nothing does, and never when all is over', () => {
    const next = pollWhile(({ going }: { going: boolean; done: number }) => going);
    const look = (done: number, going = true) => next({ state: { data: { done, going }, dataUpdatedAt: 0 } });
    expect([look(1), look(2), look(3)]).toEqual([1000, 1000, 1000]);
    const waits = Array.from({ length: 20 }, () => Number(look(3)));
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.at(-1)).toBe(10_000);
    expect(look(4)).toBe(1000);
    expect(look(5, false)).toBe(false);
  });
});
