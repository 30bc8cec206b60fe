import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { countedConfig, MODES, numbers } from '../support/counted-run.ts';
import { countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const MOST_ROWS = 12;
/** A run sees within a second that it was cancelled; the rest is for a busy machine. */
const SLOW_MS = 2_000;

/** What becomes of a row: it is answered, refused for good, or turned away once and then answered. */
const fate = fc.constantFrom('ok', 'ok', 'ok', 'refused', 'busy once');

const command = fc.record({
  /** Sent once so many calls have been made, or the run is over. */
  afterCalls: fc.integer({ min: 0, max: MOST_ROWS }),
  send: fc.constantFrom(
    { action: 'pause' },
    { action: 'pause' },
    { action: 'resume' },
    { action: 'cancel' },
    { action: 'cancel', now: true },
    { action: 'retry' },
    { action: 'set-concurrency', maxConcurrency: 3 },
  ),
});

const scenario = fc.record({
  mode: fc.constantFrom('endpoint' as const, 'endpoint' as const, ...MODES),
  fates: fc.array(fate, { minLength: 5, maxLength: MOST_ROWS }),
  maxConcurrency: fc.integer({ min: 1, max: 4 }),
  /** Each call lasts longer than it takes a run to see that it was cancelled. */
  isSlow: fc.boolean(),
  stopOnError: fc.constantFrom('continue', 'stop_after_n', 'stop_immediately'),
  errorThreshold: fc.integer({ min: 1, max: 3 }),
  /** Each answer costs a dollar. */
  budgetLimit: fc.option(fc.integer({ min: 2, max: MOST_ROWS + 3 }), { nil: undefined, freq: 3 }),
  retryFailed: fc.boolean(),
  commands: fc.array(command, { maxLength: 3 }),
  resumesAfterwards: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** Cancelled before its first call, resumed, then halted by its first failure: it ends `halted`. */
const RESUMED_AND_HALTED: Scenario = {
  mode: 'endpoint',
  fates: ['ok', 'ok', 'refused', 'busy once', 'ok', 'ok'],
  maxConcurrency: 3,
  isSlow: false,
  stopOnError: 'stop_immediately',
  errorThreshold: 2,
  budgetLimit: 4,
  retryFailed: false,
  commands: [
    { afterCalls: 0, send: { action: 'cancel' } },
    { afterCalls: 5, send: { action: 'resume' } },
    { afterCalls: 12, send: { action: 'set-concurrency', maxConcurrency: 3 } },
  ],
  resumesAfterwards: true,
};

/** The example and one round of five scenarios; `npm run soak` tries fifty. */
const ROUNDS = process.env.ROLLCALL_SOAK ? 10 : 1;

describe('A run under any policy, failure and command', () => {
  let rollcall: RollcallCloud;
  beforeAll(async () => {
    rollcall = await RollcallCloud.shared();
    await rollcall.insertDataset('invariants-numbers', numbers(MOST_ROWS));
  });

  it('has counts that sum to the total, no row twice, and no call after its end but those in flight', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 5, maxLength: 5 }), async (scenarios) => {
        await Promise.all(scenarios.map((one) => play(rollcall, one)));
      }),
      { numRuns: ROUNDS, endOnFailure: true, examples: [[[RESUMED_AND_HALTED]]] },
    );
  });
});

async function play(rollcall: RollcallCloud, given: Scenario): Promise<void> {
  const { mode, fates, isSlow, commands, ...policy } = given;
  const { maxConcurrency, stopOnError, errorThreshold, budgetLimit, retryFailed } = policy;
  const id = `any-${randomBytes(6).toString('hex')}`;
  const total = fates.length;
  /** Rows in the order of their calls, and where in it the run was told to end. */
  const arrivals: number[] = [];
  const endpoint = await countingEndpoint(({ n = 0 }, call) => {
    arrivals.push(n);
    // Agents and tools fail for good where an endpoint would ask to be called again.
    const isBusy = fates[n] === 'busy once' && call === 1 && mode === 'endpoint';
    const delayMs = isSlow ? SLOW_MS : 10;
    if (isBusy) return { status: 503, body: { error: 'busy' }, delayMs };
    if (fates[n] === 'refused') return { status: 400, body: { error: 'no' }, delayMs };
    return { body: { answer: `row ${n}`, cost_usd: 1 }, delayMs };
  });
  /** Asks for the run's progress, which always has to add up. */
  const look = async (): Promise<void> => {
    const { progress } = await rollcall.control('status', id);
    const { succeeded, failed, skipped, running, remaining } = progress;
    expect(succeeded + failed + skipped + running + remaining).toBe(progress.total);
    expect(Math.min(succeeded, failed, skipped, running, remaining)).toBeGreaterThanOrEqual(0);
  };
  const state = async () => {
    const { status, finished_at } = await rollcall.record(id);
    return { isEnded: finished_at !== undefined, isPaused: status === 'pausing' || status === 'paused' };
  };

  try {
    const executor = { maxConcurrency, stopOnError, errorThreshold, retryFailed, retryPolicy: { intervalSeconds: 0 } };
    const config = countedConfig(mode, rollcall, endpoint, { ...executor, ...(budgetLimit && { budgetLimit }) });
    const execution = await rollcall.start(id, { datasetId: 'invariants-numbers', config, limit: total });
    while (!(await rollcall.runs.find(id))) await sleep(30);

    let most = maxConcurrency;
    let cancelledAt: number | undefined;
    for (const { afterCalls, send } of commands) {
      while (arrivals.length < afterCalls) {
        const { isEnded, isPaused } = await state();
        if (isEnded || isPaused) break;
        await sleep(40);
      }
      const { action, ...options } = send;
      await look();
      const answer = await rollcall.control(action as 'pause', id, options).catch(refusedOnly);
      if (action === 'set-concurrency' && answer?.changed) most = Math.max(most, 3);
      if (action === 'cancel' && answer?.changed) cancelledAt ??= arrivals.length;
      // A run that has ended goes on with another pass, which ends as it ends.
      if (answer?.executionArn) cancelledAt = undefined;
    }
    for (let now = await state(); !now.isEnded; now = await state()) {
      if (now.isPaused) await rollcall.control('resume', id).catch(refusedOnly);
      await sleep(100);
    }
    await rollcall.end(execution);
    await look();

    // However it ended, each row is in the table once, and what was called is what was counted.
    const record = await rollcall.record(id);
    const rows = await rollcall.results(id, 'sample_id, row_index, status, attempts, calls');
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => row.sample_id)).size).toBe(total);
    expect(record.succeeded + record.failed + record.skipped).toBe(total);
    for (const kind of ['succeeded', 'failed', 'skipped'] as const) {
      expect(rows.filter((row) => row.status === kind)).toHaveLength(record[kind]);
    }
    const passes = record.attempt;
    for (const row of rows) {
      const made = endpoint.calls.get(row.row_index ?? '') ?? 0;
      if (passes === 1) expect(made).toBe(Number(row.calls));
      // One pass calls a row once, and once more if it was told to try again.
      expect(made).toBeLessThanOrEqual(passes * (mode === 'endpoint' ? 2 : 1));
    }

    const kinds = { completed: ['completed'], halted: ['halted'], cancelled: ['cancelled'] };
    expect(Object.keys(kinds)).toContain(record.status);
    if (record.status === 'completed') expect(record.skipped).toBe(0);
    if (cancelledAt !== undefined) {
      expect(record.status).toBe('cancelled');
      if (isSlow) expect(arrivals.length - cancelledAt).toBeLessThanOrEqual(most);
    }
    if (record.status === 'halted' && passes === 1) {
      const crossing = haltedBy(arrivals, given);
      // With one row at a time exact to the row; else each other slot may have one in flight and one more begun.
      expect(arrivals.length - crossing).toBeLessThanOrEqual(2 * (most - 1));
    }

    if (policy.resumesAfterwards && record.status !== 'completed' && budgetLimit === undefined && !retryFailed) {
      await goOn(
        rollcall,
        id,
        arrivals,
        rows.filter((row) => row.status !== 'skipped').map((row) => Number(row.row_index)),
      );
    }
  } finally {
    await endpoint.close();
  }
}

/** Commands come at any time, so many of them are refused; but never for another reason. */
function refusedOnly(error: Error): undefined {
  expect(['IllegalTransition', 'InvalidControlRequest']).toContain(error.name);
}

/** The number of calls after which the policy forbids another. */
function haltedBy(arrivals: number[], { fates, stopOnError, errorThreshold, budgetLimit, mode }: Scenario): number {
  const threshold = { continue: Number.POSITIVE_INFINITY, stop_immediately: 1, stop_after_n: errorThreshold }[
    stopOnError
  ];
  const seen = new Set<number>();
  let failures = 0;
  let spent = 0;
  for (const [index, n] of arrivals.entries()) {
    const turnedAway = fates[n] === 'busy once' && mode === 'endpoint' && !seen.has(n);
    seen.add(n);
    if (fates[n] === 'refused') failures += 1;
    else if (!turnedAway) spent += 1;
    // A failed agent or tool says nothing of its cost, and a budget does not allow for that.
    const unknown = budgetLimit !== undefined && fates[n] === 'refused' && mode !== 'endpoint';
    if (failures >= threshold || unknown || spent >= (budgetLimit ?? Number.POSITIVE_INFINITY)) return index + 1;
  }
  return arrivals.length;
}

/** Resuming calls the rows that were skipped, and no other. */
async function goOn(rollcall: RollcallCloud, id: string, arrivals: number[], settled: number[]): Promise<void> {
  const before = arrivals.length;
  const { changed } = await rollcall.control('resume', id);
  expect(changed).toBe((await rollcall.record(id)).total > settled.length);
  if (!changed) return;
  await rollcall.end((await rollcall.record(id)).execution_arn);
  expect(arrivals.slice(before).filter((n) => settled.includes(n))).toEqual([]);
}
