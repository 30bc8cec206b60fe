import { expect, it, vi } from 'vitest';
import { onceAllowed } from '../../../functions/column-adder/once-allowed.ts';

const DENIED = Object.assign(new Error('User is not authorized to perform: athena:StartQueryExecution'), {
  name: 'AccessDeniedException',
});

/** Work that fails so many times before it succeeds, and how long was waited. */
async function tried(failures: number, error: Error) {
  const wait = vi.fn(async (_ms: number) => {});
  let calls = 0;
  const outcome = await onceAllowed(async () => {
    calls += 1;
    if (calls <= failures) throw error;
    return 'done';
  }, wait).catch((thrown: unknown) => thrown);
  return { outcome, calls, waitedMs: wait.mock.calls.reduce((sum, [ms]) => sum + ms, 0) };
}

it('waits up to two minutes for the permissions of a new role', async () => {
  expect(await tried(3, DENIED)).toEqual({ outcome: 'done', calls: 4, waitedMs: 15_000 });
  expect(await tried(Number.POSITIVE_INFINITY, DENIED)).toEqual({ outcome: DENIED, calls: 25, waitedMs: 120_000 });
});

it('waits for nothing that waiting does not grant', async () => {
  for (const error of [
    new Error('SYNTAX_ERROR'),
    new Error('Insufficient Lake Formation permission(s): access denied'),
  ]) {
    expect(await tried(1, error)).toEqual({ outcome: error, calls: 1, waitedMs: 0 });
  }
});
