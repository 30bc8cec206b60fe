import { describe, expect, it } from 'vitest';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import type { CallerPorts } from '../../../functions/caller/caller-ports.ts';
import { recordFailure } from '../../../functions/failure-recorder/record-failure.ts';
import { failed, TestTarget, work } from '../caller/test-target.ts';
import { startCallerCloud, type TestRun } from '../caller-cloud.ts';

const { newRun } = await startCallerCloud();
const DONE = { outcome: 'done' };

/** What the state machine hands over after the last of several crashes. */
const record = (run: TestRun, error: string, cause = '') =>
  recordFailure({ ...run.event({ crashes: 10 }), failure: { Error: error, Cause: cause } }, run.ports());

/** An invocation that dies when it would write down the answer of this row; rows are called one after another. */
async function crashAt(run: TestRun, rowIndex: number): Promise<void> {
  const { log } = run.ports();
  const dies: Partial<CallerPorts> = {
    log: (event) => ({
      ...log(event),
      async append(number, entry, rows) {
        if (entry.settled.includes(rowIndex)) throw new Error('killed');
        return log(event).append(number, entry, rows);
      },
    }),
  };
  await expect(work(run, new TestTarget(), { ports: dies })).rejects.toThrow('killed');
}

describe('a batch whose caller cannot work on it', () => {
  it('is settled as failed, with what Step Functions caught', async () => {
    const run = await newRun({}, {}, 3);
    const cause = JSON.stringify({ errorType: 'TypeError', errorMessage: 'x is not a function', trace: [] });
    expect(await record(run, 'TypeError', cause)).toEqual(DONE);
    const rows = await run.settled();
    expect(rows.map(({ row_index }) => row_index)).toEqual([0, 1, 2]);
    expect(rows[0]).toMatchObject({
      status: 'failed',
      error_name: 'CallerFailed',
      error_message: 'TypeError: x is not a function',
      input: '{"question":"Why?"}',
      calls: 0,
    });
    expect(await run.counts()).toMatchObject([{ failed: 3, in_flight: 0, state: 'done' }]);
    expect(run.tellings.settled).toHaveLength(3);
    expect(run.tellings.deadLetters).toHaveLength(3);
  });

  it.each([
    ['States.Timeout', ''],
    ['Sandbox.Timedout', '{"errorMessage":"Task timed out after 900.00 seconds"}'],
  ])('because of %s has timed out', async (error, cause) => {
    const run = await newRun();
    await record(run, error, cause);
    expect(await run.settled()).toMatchObject([{ error_name: 'TargetTimeout' }]);
  });

  it('keeps the answers it had; the outcome of a row that was in flight is unknown', async () => {
    const run = await newRun({}, {}, 4);
    await crashAt(run, 2);
    expect(await record(run, 'Lambda.Unknown')).toEqual(DONE);
    expect((await run.settled()).map(({ status, error_name, calls }) => [status, error_name, calls])).toEqual([
      ['succeeded', null, 1],
      ['succeeded', null, 1],
      ['failed', 'OutcomeUnknown', 1],
      ['failed', 'CallerFailed', 0],
    ]);
    expect(await run.counts()).toMatchObject([{ succeeded: 2, failed: 2, state: 'done' }]);
  });

  it('keeps the calls and the cost of a row that was to be called again', async () => {
    const run = await newRun();
    const target = new TestTarget(() => ({ ...failed('TargetUnavailable', 60), answer: { costUsd: 0.5 } }));
    expect(await work(run, target)).toMatchObject({ outcome: 'wait' });
    await record(run, 'Lambda.Unknown');
    expect(await run.settled()).toMatchObject([{ error_name: 'CallerFailed', calls: 1, cost_usd: 0.5 }]);
  });

  it('that is settled already stays as it is, and is told no second time', async () => {
    const run = await newRun({}, {}, 2);
    await work(run, new TestTarget());
    const before = { entries: await run.entries(), told: [...run.tellings.settled] };
    expect(await record(run, 'Lambda.Unknown')).toEqual(DONE);
    expect({ entries: await run.entries(), told: run.tellings.settled }).toEqual(before);
    expect(await run.counts()).toMatchObject([{ succeeded: 2, failed: 0, state: 'done' }]);
  });

  it('is settled once, however often it is recorded', async () => {
    const run = await newRun({}, {}, 3);
    await Promise.all([record(run, 'Lambda.Unknown'), record(run, 'Lambda.Unknown')]);
    await record(run, 'Lambda.Unknown');
    expect(await run.settled()).toHaveLength(3);
    expect(run.tellings.settled).toHaveLength(3);
    expect(await run.counts()).toMatchObject([{ failed: 3 }]);
  });
});

describe('a run whose batch could not be worked on', () => {
  it('stops where failures do', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' }, {}, 2);
    await record(run, 'Lambda.Unknown');
    expect(await run.record()).toMatchObject({ status: 'halted' });
    expect(run.tellings.halts).toEqual(['errors']);
  });

  it('goes on where so many failures are allowed, those of other batches included', async () => {
    const run = await newRun({ stopOnError: 'stop_after_n', errorThreshold: 4 }, {}, 2);
    await record(run, 'Lambda.Unknown');
    expect(await run.record()).toMatchObject({ status: 'running' });
    const other = await newRun({ stopOnError: 'stop_after_n', errorThreshold: 4 }, {}, 2);
    const counts = { ...NOTHING_COUNTED, failed: 2, entries: 1, in_flight: 0, state: 'done' as const };
    await other.ports().counts.write(other.evaluationId, 1, 7, counts);
    await record(other, 'Lambda.Unknown');
    expect(await other.record()).toMatchObject({ status: 'halted', reason: expect.stringMatching(/^4 rows failed/) });
  });

  it('stops where the answer that was lost may have cost what nobody knows', async () => {
    const run = await newRun({ budgetLimit: 100 }, {}, 1);
    await crashAt(run, 0);
    await record(run, 'Lambda.Unknown');
    expect(await run.record()).toMatchObject({ status: 'halted', reason: expect.stringContaining('OutcomeUnknown') });
    expect(run.tellings.halts).toEqual(['unknown-cost']);
  });
});
