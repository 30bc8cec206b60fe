import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

const INVOKE = 'arn:aws:states:::lambda:invoke';

describe('Retry and Catch', () => {
  let cloud: StatesCloud;
  let count = 0;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    // Fails with the error of its choice until it is asked for the `until`-th time.
    await cloud.createFunction(
      'flaky',
      `exports.handler = async ({ tries, until, error }) => {
         if (tries < until) { const e = new Error('not yet'); e.name = error ?? 'NotYet'; throw e; }
         return { tries };
       };`,
    );
    await cloud.createFunction('sleeper', 'exports.handler = () => new Promise((done) => setTimeout(done, 10_000));');
    await cloud.createFunction('large', "exports.handler = async () => 'x'.repeat(300_000);");
  });
  afterAll(() => cloud.close());

  const call = (more: object, Payload: unknown, FunctionName = 'flaky') => {
    count += 1;
    const Call = { Type: 'Task', Resource: INVOKE, Arguments: { FunctionName, Payload }, Next: 'Done', ...more };
    const States = { Call, Done: { Type: 'Succeed' }, ...('Catch' in more && { Caught: { Type: 'Pass', End: true } }) };
    return cloud.run(`recovery-${count}`, { StartAt: 'Call', States });
  };
  const tries = '{% $states.context.State.RetryCount %}';
  const catchAll = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];

  it('tries again as often as it may, and tells the task how often it was', async () => {
    const ended = await call(
      { Retry: [{ ErrorEquals: ['NotYet'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 1 }] },
      { tries, until: 2 },
    );
    expect(ended.output).toMatchObject({ Payload: { tries: 2 } });
    const types = await cloud.eventTypes(ended.arn);
    expect(types.filter((type) => type === 'TaskScheduled')).toHaveLength(3);
  });

  it('gives up with the last error', async () => {
    const ended = await call({ Retry: [{ ErrorEquals: ['NotYet'], MaxAttempts: 1 }] }, { tries, until: 5 });
    expect(ended).toMatchObject({ status: 'FAILED', error: 'NotYet' });
  });

  it('does not try an error again that is not named', async () => {
    const ended = await call({ Retry: [{ ErrorEquals: ['Other'] }] }, { tries, until: 1 });
    expect(await cloud.eventTypes(ended.arn)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskFailed',
      'ExecutionFailed',
    ]);
  });

  it('hands the error object to the state that catches it', async () => {
    const ended = await call({ Catch: catchAll }, { tries, until: 1, error: 'Mine' });
    expect(ended.output).toMatchObject({ Error: 'Mine', Cause: expect.stringContaining('not yet') });
  });

  it('runs only the catcher’s own Assign and Output', async () => {
    const catcher = {
      ErrorEquals: ['States.TaskFailed'],
      Output: { what: '{% $states.errorOutput.Error %}', in: '{% $states.input %}' },
      Next: 'Caught',
    };
    const ended = await call({ Catch: [catcher], Output: '{% $states.result.never %}' }, { tries, until: 1 });
    expect(ended.output).toEqual({ what: 'NotYet', in: {} });
  });

  it('catches an expression that gives nothing', async () => {
    const ended = await call({ Catch: catchAll, Output: '{% $states.result.Payload.nothing %}' }, { tries, until: 0 });
    expect(ended.output).toMatchObject({ Error: 'States.QueryEvaluationError' });
    const failed = (await cloud.history(ended.arn)).find(({ type }) => type === 'EvaluationFailed');
    expect(failed?.evaluationFailedEventDetails).toMatchObject({ state: 'Call', location: 'Output' });
  });

  it('stops a task at TimeoutSeconds, which States.TaskFailed does not match', async () => {
    const onFailed = [{ ErrorEquals: ['States.TaskFailed'], Next: 'Caught' }];
    const ended = await call({ TimeoutSeconds: '{% 1 %}', Catch: onFailed }, {}, 'sleeper');
    expect(ended).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    expect(await cloud.eventTypes(ended.arn)).toContain('TaskTimedOut');

    const caught = await call(
      { TimeoutSeconds: 1, Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'Caught' }] },
      {},
      'sleeper',
    );
    expect(caught.output).toMatchObject({ Error: 'States.Timeout' });
  });

  it('does not let States.ALL catch a result that is too large', async () => {
    const ended = await call({ Catch: catchAll }, {}, 'large');
    expect(ended).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('lets a catcher that names it catch a result that is too large', async () => {
    const byName = [{ ErrorEquals: ['States.DataLimitExceeded'], Next: 'Caught' }];
    const ended = await call({ Catch: byName }, {}, 'large');
    expect(ended.output).toMatchObject({ Error: 'States.DataLimitExceeded' });
  });

  it('runs all branches of a Parallel again', async () => {
    const branch = {
      StartAt: 'In',
      States: {
        In: {
          Type: 'Task',
          Resource: INVOKE,
          Arguments: { FunctionName: 'flaky', Payload: { tries: 0, until: 1 } },
          End: true,
        },
      },
    };
    const ended = await cloud.run('recovery-parallel', {
      StartAt: 'P',
      States: {
        P: {
          Type: 'Parallel',
          Branches: [branch],
          Retry: [{ ErrorEquals: ['NotYet'], MaxAttempts: 1 }],
          Catch: catchAll,
          End: true,
        },
        Caught: { Type: 'Pass', Output: '{% $states.input.Error %}', End: true },
      },
    });
    expect(ended.output).toBe('NotYet');
    const types = await cloud.eventTypes(ended.arn);
    expect(types.filter((type) => type === 'ParallelStateStarted')).toHaveLength(2);
    expect(types.filter((type) => type === 'ParallelStateFailed')).toHaveLength(1);
  });
});
