import { describe, expect, it } from 'vitest';
import { ApiError } from '../../web/api/call.ts';
import { pollWhile } from '../../web/api/poll.ts';
import { shouldRetry } from '../../web/api/retry.ts';

describe('looking again', () => {
  it('happens every second while something changes, ever more slowly while nothing does, and never when all is over', () => {
    const next = pollWhile(({ going }: { going: boolean; done: number }) => going);
    const look = (done: number, going = true) => next({ state: { data: { done, going }, error: null } });
    expect([look(1), look(2), look(3)]).toEqual([1000, 1000, 1000]);
    const waits = Array.from({ length: 20 }, () => Number(look(3)));
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.at(-1)).toBe(10_000);
    expect(look(4)).toBe(1000);
    expect(look(5, false)).toBe(false);
  });

  it('ends when the API refuses, or when nothing was ever read', () => {
    const next = pollWhile(() => true);
    const refused = new ApiError(404, 'RunNotFound', '');
    expect(next({ state: { data: undefined, error: refused } })).toBe(false);
    expect(next({ state: { data: {}, error: refused } })).toBe(false);
    expect(next({ state: { data: undefined, error: new ApiError(500, 'Internal', '') } })).toBe(false);
    expect(next({ state: { data: {}, error: new ApiError(500, 'Internal', '') } })).toBe(10_000);
  });

  it('goes on until an API that is out of reach answers, and asks no other one more than three times', () => {
    const failures = (status: number) => {
      const error = new ApiError(status, '', '');
      return Array.from({ length: 20 }, (_, at) => shouldRetry(at, error)).filter(Boolean).length;
    };
    expect([0, 500, 404].map(failures)).toEqual([20, 2, 0]);
  });
});
