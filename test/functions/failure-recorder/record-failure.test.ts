import { describe, expect, it } from 'vitest';
import { buildResultRow } from '../../../core/result-row.ts';
import { recordFailure } from '../../../functions/failure-recorder/record-failure.ts';
import { startCallerCloud } from '../caller-cloud.ts';

const { newRun } = await startCallerCloud();

const failure = (error: string, cause: string) => ({ failure: { Error: error, Cause: cause } });

describe('a row whose caller failed', () => {
  it('is settled as failed, with what Step Functions caught', async () => {
    const run = await newRun();
    const cause = JSON.stringify({ errorType: 'TypeError', errorMessage: 'x is not a function', trace: [] });
    expect(await recordFailure({ ...run.event(), ...failure('TypeError', cause) }, run.ports())).toMatchObject({
      outcome: 'done',
      status: 'failed',
      counted: true,
    });
    expect(await run.ports().staging.find(run.event())).toMatchObject({
      error_name: 'CallerFailed',
      error_message: 'TypeError: x is not a function',
      input: '{"question":"Why?"}',
    });
    expect(await run.record()).toMatchObject({ failed: 1 });
  });

  it.each([
    ['States.Timeout', ''],
    ['Sandbox.Timedout', '{"errorMessage":"Task timed out after 900.00 seconds"}'],
  ])('%s is a timeout', async (error, cause) => {
    const run = await newRun();
    await recordFailure({ ...run.event(), ...failure(error, cause) }, run.ports());
    expect(await run.ports().staging.find(run.event())).toMatchObject({ error_name: 'TargetTimeout' });
  });

  it('keeps the way back to an agent in flight', async () => {
    const run = await newRun();
    const resume = { calls: 2, startedAt: '2026-01-01T00:00:00.000Z', agentExecutionArn: 'arn:agent' };
    await recordFailure({ ...run.event({ resume }), ...failure('Lambda.Unknown', '') }, run.ports());
    expect(await run.ports().staging.find(run.event())).toMatchObject({ trace_ref: 'arn:agent', calls: 2 });
  });

  it('keeps its answer when it had been settled before', async () => {
    const run = await newRun();
    const event = run.event();
    const times = { startedAt: 'a', finishedAt: 'b' };
    const row = buildResultRow(event.run, event.row, {
      status: 'succeeded',
      calls: 1,
      answer: { actualOutput: 'yes' },
      ...times,
    });
    await run.ports().staging.settle(event, row, 'caller');
    expect(await recordFailure({ ...event, ...failure('Lambda.Unknown', '') }, run.ports())).toMatchObject({
      status: 'succeeded',
    });
    expect(run.tellings.settled).toEqual([]);
  });

  it('stops the run where failures do', async () => {
    const run = await newRun({ stopOnError: 'stop_immediately' });
    await recordFailure({ ...run.event(), ...failure('Lambda.Unknown', '') }, run.ports());
    expect(await run.record()).toMatchObject({ status: 'halted' });
  });
});
