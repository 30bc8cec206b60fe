import { describe, expect, it } from 'vitest';
import { hintFor } from '../../contracts/errors.ts';
import { groupErrors } from '../../core/error-groups.ts';

const row = (row_index: number, error_name: string, error_message: string) => ({
  row_index,
  error_name,
  error_message,
});

describe('the errors of a run', () => {
  it('are told once each, the most frequent first, with their count, examples and what to do', () => {
    const slow = Array.from({ length: 8 }, (_, n) =>
      row(n, 'TargetTimeout', `no answer within ${n} s, request 5f3a-${n}`),
    );
    const groups = groupErrors([row(20, 'TargetRejected', 'HTTP 422: Ticket "a" is empty'), ...slow]);
    expect(groups).toEqual([
      {
        name: 'TargetTimeout',
        title: 'no answer within … s, request …',
        message: 'no answer within 0 s, request 5f3a-0',
        count: 8,
        rows: [0, 1, 2, 3, 4],
        hint: hintFor('TargetTimeout'),
      },
      expect.objectContaining({ name: 'TargetRejected', count: 1, rows: [20] }),
    ]);
  });

  it('are titled by the last line of a traceback, without the value of one row', () => {
    const traceback = (key: string, line: number) =>
      `HTTP 500: Traceback (most recent call last):\n  File "a.py", line ${line}, in f\n    at(x)\nKeyError: '${key}'\n`;
    const said = [traceback('a', 1), traceback('b', 2), traceback('a', 1).replace('KeyError', 'TypeError')];
    expect(groupErrors(said.map((text, n) => row(n, 'TargetFailed', text))).map(({ title }) => title)).toEqual([
      'HTTP 500: KeyError: …',
      "HTTP 500: TypeError: 'a'",
    ]);
  });

  it('are the same when they differ in what they quote, and others when the status does', () => {
    const said = ['HTTP 422: "a" is empty', 'HTTP 422: "b c" is empty', 'HTTP 400: "a" is empty'];
    expect(groupErrors(said.map((text, n) => row(n, 'TargetRejected', text))).map(({ count }) => count)).toEqual([
      2, 1,
    ]);
  });
});
