import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallerEvent } from '../../../contracts/caller.ts';
import type { BatchLog } from '../../../domain/run-log/log-entry.ts';
import { createBatchLog } from '../../../domain/run-log/store/batch-log.ts';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import type { CallerPorts } from '../../../functions/caller/caller-ports.ts';
import { sweepBatch } from '../../../functions/row-sweeper/sweep-batch.ts';
import { datasetRow, startCallerCloud, type TestRun } from '../caller-cloud.ts';
import { answered, failed, TestTarget, work, workToTheEnd } from './test-target.ts';

const { newRun, client, bucket } = await startCallerCloud();
const DONE = { outcome: 'done' };
/** A wait that never ends fails soon. */
const BOUND = { timeout: 20_000 };
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The ports of an invocation whose log goes another way. */
const withLog = (run: TestRun, change: (log: BatchLog) => Partial<BatchLog>): Partial<CallerPorts> => {
  const { log } = run.ports();
  return {
    log: (event) => {
      const real = log(event);
      return { ...real, ...change(real) };
    },
  };
};

const eachRowOnce = async (run: TestRun, count: number): Promise<void> => {
  const rows = await run.settled();
  expect(rows.map(({ row_index }) => row_index)).toEqual(indexes(count));
};

describe('two invocations at once on the same batch', () => {
  it('call no row twice, settle each once, and together have no more in flight than the share', async () => {
    const run = await newRun({ timeoutSeconds: 1 }, { max_concurrency: 4 }, 30);
    const target = new TestTarget(() => sleep(10, answered()));
    const answers = await Promise.all([work(run, target), work(run, target)]);
    const refused = answers.filter(({ outcome }) => outcome === 'wait');
    expect(refused).toHaveLength(1);
    for (const answer of refused) {
      if (answer.outcome === 'wait') await workToTheEnd(run, target, { event: { resume: answer.resume } });
    }
    expect([...target.called].sort((a, b) => a - b)).toEqual(indexes(30));
    await eachRowOnce(run, 30);
    expect(await run.counts()).toMatchObject([{ succeeded: 30, state: 'done' }]);
  });

  it('whenever the second comes, and however long calls take', BOUND, async () => {
    const scenario = fc.record({
      rows: fc.integer({ min: 1, max: 12 }),
      share: fc.integer({ min: 1, max: 5 }),
      secondAfterMs: fc.integer({ min: 0, max: 40 }),
      callMs: fc.integer({ min: 0, max: 15 }),
      repeats: fc.integer({ min: 0, max: 1 }),
      refusedRow: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined }),
    });
    type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
    const play = async ({ rows, share, secondAfterMs, callMs, repeats, refusedRow }: Scenario) => {
      const run = await newRun({ timeoutSeconds: 1 }, { max_concurrency: share }, rows);
      const target = new TestTarget(({ row }) =>
        sleep(callMs, row.row_index === refusedRow ? failed('TargetRejected') : answered()),
      );
      // Nobody hears what the second one answers.
      await Promise.all([
        workToTheEnd(run, target),
        sleep(secondAfterMs).then(() => work(run, target, { event: { repeats } })),
      ]);
      expect(new Set(target.called).size).toBe(target.called.length);
      await eachRowOnce(run, rows);
      // Nobody crashed, so nothing was lost.
      expect((await run.settled()).map(({ error_name }) => error_name)).not.toContain('OutcomeUnknown');
    };
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 15, maxLength: 15 }), async (scenarios) => {
        await Promise.all(scenarios.map(play));
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});

describe('an invocation that is repeated', () => {
  it('after it had settled everything calls nothing', async () => {
    const run = await newRun({}, { max_concurrency: 3 }, 5);
    await work(run, new TestTarget());
    const target = new TestTarget();
    expect(await work(run, target, { event: { repeats: 1 } })).toEqual(DONE);
    expect(target.called).toEqual([]);
    expect(await run.counts()).toMatchObject([{ succeeded: 5 }]);
  });
});

describe('a caller that crashes', () => {
  /** Rows that are claimed and unsettled when the invocation dies. */
  async function crash(run: TestRun, target: TestTarget, when: (number: number) => boolean, written: boolean) {
    const dies = withLog(run, (real) => ({
      async append(number, entry, rows) {
        if (!when(number)) return real.append(number, entry, rows);
        if (written) await real.append(number, entry, rows);
        throw new Error('killed');
      },
    }));
    await expect(work(run, target, { ports: dies })).rejects.toThrow('killed');
  }

  it.each([
    ['before its claims are written', 0, false],
    ['after its claims are written and before its calls', 0, true],
    ['before its answers are written', 1, false],
    ['after its answers are written', 1, true],
  ])('%s loses no row and calls none twice', async (_, number, written) => {
    const run = await newRun({}, { max_concurrency: 3 }, 9);
    const target = new TestTarget(() => sleep(2, answered()));
    await crash(run, target, (at) => at === number, written);
    const answers = await workToTheEnd(run, target, { event: { crashes: 1 } });
    expect(answers.at(-1)).toEqual(DONE);
    await eachRowOnce(run, 9);
    const lost = (await run.settled()).filter(({ error_name }) => error_name === 'OutcomeUnknown');
    expect(lost.length).toBeLessThanOrEqual(3);
    for (const row of indexes(9)) expect(target.callsOf(row)).toBeLessThanOrEqual(1);
    for (const { row_index, status } of await run.settled()) {
      if (status === 'succeeded') expect(target.callsOf(row_index)).toBe(1);
    }
    const [counts] = await run.counts();
    expect(counts).toMatchObject({ succeeded: 9 - lost.length, failed: lost.length, state: 'done' });
  });

  it('says of a row whose call was made and whose answer was lost that its outcome is unknown', async () => {
    const run = await newRun({}, {}, 2);
    const target = new TestTarget();
    await crash(run, target, (number) => number === 1, false);
    await workToTheEnd(run, target, { event: { crashes: 1 } });
    expect(target.called).toEqual([0, 1]);
    expect(await run.settled()).toMatchObject([
      { status: 'failed', error_name: 'OutcomeUnknown', calls: 1 },
      { status: 'succeeded' },
    ]);
  });

  it('twice is careful: one row at a time, claimed before anything else is done with it', async () => {
    const run = await newRun({}, { max_concurrency: 5 }, 6);
    const target = new TestTarget(() => sleep(3, answered()));
    await workToTheEnd(run, target, { event: { crashes: 2 } });
    expect(target.mostAtOnce).toBe(1);
    await eachRowOnce(run, 6);
  });

  it('counts a row that is to be called again neither as lost nor twice', async () => {
    const retryPolicy = { maxAttempts: 3, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };
    const run = await newRun({ retryPolicy }, {}, 1);
    const target = new TestTarget(({ call }) => (call === 1 ? failed('TargetUnavailable') : answered()));
    // Claim, retry, claim: the second call's claim is the third entry.
    await crash(run, target, (number) => number === 2, false);
    await workToTheEnd(run, target, { event: { crashes: 1 } });
    expect(await run.settled()).toMatchObject([{ status: 'succeeded', calls: 2 }]);
  });
});

describe('a put to the log', () => {
  it('that is sent again because its answer was lost is known for our own', async () => {
    const run = await newRun({}, { max_concurrency: 2 }, 4);
    const again = new S3Client(client);
    again.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'PutObjectCommand') await next(args);
          return next(args);
        },
      { step: 'deserialize', priority: 'low' },
    );
    const target = new TestTarget();
    const ports = { log: (event: CallerEvent) => createBatchLog(again, bucket, event) };
    expect(await work(run, target, { ports })).toEqual(DONE);
    expect(target.called).toEqual(indexes(4));
    await eachRowOnce(run, 4);
  });

  it('that was written although it failed is not mistaken for the one after it', async () => {
    const run = await newRun({}, {}, 1);
    const log = run.ports().log(run.event());
    const entry = { writer: 'me', at: new Date().toISOString(), claims: [], retries: [], settled: [] };
    await log.append(0, { ...entry, settled: [0] }, []);
    expect(await log.append(0, entry, [])).toBe(false);
  });
});

describe('a log of 100,000 rows', () => {
  it('is read from where it was left, and no further back', async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => datasetRow({ sample_id: `s-${n}`, row_index: n }));
    const run = await newRun({}, { max_concurrency: 20 }, rows);
    const event = run.event();
    const log = run.ports().log(event);
    const entryOf = (number: number) => {
      const settled = indexes(100).map((index) => number * 100 + index);
      return { writer: 'earlier', at: new Date().toISOString(), claims: [], retries: [], settled };
    };
    for (let number = 0; number < 999; number += 37) {
      await Promise.all(indexes(37).map((index) => log.append(number + index, entryOf(number + index), [])));
    }
    const bytes = rows.slice(0, 99_900).reduce((sum, row) => sum + JSON.stringify(row).length + 1, 0);
    const resume = { row: 99_900, byte: bytes, entry: 999 };
    const none = { ...NOTHING_COUNTED, in_flight: 0, state: 'running' as const };
    await run.ports().counts.write(run.evaluationId, 1, 0, { ...none, succeeded: 99_900, entries: 999 });

    const read: number[] = [];
    const watched = withLog(run, (real) => ({
      async *readFrom(number) {
        for await (const entry of real.readFrom(number)) {
          read.push(entry.number);
          yield entry;
        }
      },
    }));
    const target = new TestTarget();
    expect(await work(run, target, { event: { resume }, ports: watched })).toEqual(DONE);
    expect(read).toEqual([]);
    expect(target.called).toEqual(indexes(100).map((index) => 99_900 + index));
    expect(await run.counts()).toMatchObject([{ succeeded: 100_000, state: 'done' }]);
  });
});

describe('a pass that goes on with a run whose execution was stopped', () => {
  const sweep = async (run: TestRun, seenAt?: string) => {
    const counts = seenAt ? [] : await run.counts();
    return sweepBatch(run.event(), run.ports(), { seenAt: seenAt ?? counts[0]?.updated_at });
  };
  const LONG_AGO = '2026-01-01T00:00:00.000Z';

  it('waits for rows that a caller of it has in flight, and has it call no other', async () => {
    const run = await newRun({}, { max_concurrency: 2 }, 10);
    let answer = (): void => {};
    const answerable = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const target = new TestTarget(async () => {
      await answerable;
      return answered();
    });
    const stopped = work(run, target);
    while (target.called.length < 2) await sleep(5);
    expect(await sweep(run)).toMatchObject({ outcome: 'wait' });
    answer();
    await stopped;
    expect(await sweep(run)).toEqual(DONE);
    expect(target.called).toEqual([0, 1]);
    const called = (await run.settled()).filter(({ calls }) => calls > 0);
    expect(called).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  });

  it('settles as unknown what a caller that is gone had in flight, and leaves alone what was not called', async () => {
    const run = await newRun({}, {}, 5);
    const past = withLog(run, (real) => ({
      async append(number, entry, rows) {
        if (number > 0) throw new Error('killed');
        return real.append(number, { ...entry, at: LONG_AGO }, rows);
      },
    }));
    await expect(work(run, new TestTarget(), { ports: past })).rejects.toThrow('killed');
    expect(await sweep(run, LONG_AGO)).toEqual(DONE);
    expect(await run.settled()).toMatchObject([
      { row_index: 0, status: 'failed', error_name: 'OutcomeUnknown', calls: 1 },
    ]);
    expect(await run.counts()).toMatchObject([{ failed: 1, unknown: 1 }]);
  });

  it('leaves rows of a bulk job alone, which the pass after it finds', async () => {
    const run = await newRun({}, {}, 2);
    const entry = { writer: 'w', at: LONG_AGO, retries: [], settled: [] };
    await run
      .ports()
      .log(run.event())
      .append(
        0,
        {
          ...entry,
          claims: [
            [0, 1, 'job'],
            [1, 1],
          ],
        },
        [],
      );
    expect(await sweep(run, LONG_AGO)).toEqual(DONE);
    expect((await run.settled()).map(({ row_index }) => row_index)).toEqual([1]);
  });

  it('has a caller that comes late, or a redrive, call nothing: what is left is skipped', async () => {
    for (const event of [{}, { redrives: 1 }, { resume: { row: 0, byte: 0, entry: 0 } }]) {
      const run = await newRun({}, {}, 3);
      expect(await sweep(run, LONG_AGO)).toEqual(DONE);
      const target = new TestTarget();
      await workToTheEnd(run, target, { event });
      expect(target.called).toEqual([]);
      expect((await run.settled()).map(({ error_name }) => error_name)).toEqual(Array(3).fill('RunTakenOver'));
    }
  });

  it('whenever the stop comes, no row is called after it and each is settled once', BOUND, async () => {
    const scenario = fc.record({
      rows: fc.integer({ min: 1, max: 12 }),
      share: fc.integer({ min: 1, max: 5 }),
      afterMs: fc.integer({ min: 0, max: 40 }),
      callMs: fc.integer({ min: 0, max: 15 }),
    });
    type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
    const play = async ({ rows, share, afterMs, callMs }: Scenario) => {
      const run = await newRun({}, { max_concurrency: share }, rows);
      const target = new TestTarget(() => sleep(callMs, answered()));
      const stopped = work(run, target);
      await sleep(afterMs);
      for (let swept = await sweep(run); swept.outcome === 'wait'; swept = await sweep(run)) await sleep(5);
      const atOnce = [...target.called];
      await stopped;
      // What was claimed before is in the log; from then on there is nothing to call.
      expect(target.called).toEqual(atOnce);
      const settled = (await run.settled()).filter(({ calls }) => calls > 0);
      expect(settled.map(({ row_index }) => row_index)).toEqual(atOnce.sort((a, b) => a - b));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 15, maxLength: 15 }), async (scenarios) => {
        await Promise.all(scenarios.map(play));
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
