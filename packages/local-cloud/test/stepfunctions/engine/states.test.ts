import type { HistoryEvent } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

describe('the states of a state machine', () => {
  let cloud: StatesCloud;
  let count = 0;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
  });
  afterAll(() => cloud.close());

  const run = (states: Record<string, object>, input: unknown = {}, more: object = {}) => {
    count += 1;
    return cloud.run(`states-${count}`, { StartAt: Object.keys(states)[0], States: states, ...more }, input);
  };

  describe('Pass', () => {
    it('makes an output of expressions and constants', async () => {
      const Output = { sum: '{% $sum($states.input.numbers) %}', list: ['{% $states.input.name %}', 1], plain: '{%no' };
      const { output } = await run({ A: { Type: 'Pass', Output, End: true } }, { numbers: [1, 2], name: 'Ada' });
      expect(output).toEqual({ sum: 3, list: ['Ada', 1], plain: '{%no' });
    });

    it('evaluates Assign and Output side by side, from the values at entry', async () => {
      const { output } = await run({
        A: { Type: 'Pass', Assign: { x: 1 }, Next: 'B' },
        B: { Type: 'Pass', Assign: { x: '{% $x + 1 %}', old: '{% $x %}' }, Output: '{% $x %}', Next: 'C' },
        C: { Type: 'Pass', Output: { before: '{% $states.input %}', x: '{% $x %}', old: '{% $old %}' }, End: true },
      });
      expect(output).toEqual({ before: 1, x: 2, old: 1 });
    });

    it('knows the context object', async () => {
      const ended = await run({ A: { Type: 'Pass', Output: '{% $states.context %}', End: true } }, { row: 1 });
      expect(ended.output).toMatchObject({
        Execution: { Id: ended.arn, Input: { row: 1 }, RedriveCount: 0, RoleArn: expect.any(String) },
        State: { Name: 'A', EnteredTime: expect.any(String) },
        StateMachine: { Name: expect.stringMatching(/^states-/) },
      });
    });

    it('gives the next state plain arrays, not sequences that collapse', async () => {
      const { output } = await run(
        {
          A: { Type: 'Pass', Output: { items: '{% $states.input.rows[]. id[] %}' }, Next: 'B' },
          B: { Type: 'Pass', Output: { again: '{% $states.input.items %}' }, End: true },
        },
        { rows: { id: 1 } },
      );
      expect(output).toEqual({ again: [1] });
    });
  });

  describe('Choice', () => {
    const choice = {
      C: {
        Type: 'Choice',
        Choices: [
          { Condition: '{% $states.input.n > 10 %}', Next: 'End', Output: 'large', Assign: { size: 'l' } },
          { Condition: '{% $states.input.n > 5 %}', Next: 'End' },
        ],
        Default: 'End',
        Output: 'other',
      },
      End: { Type: 'Succeed' },
    };

    it.each([
      [11, 'large'],
      [7, { n: 7 }],
      [1, 'other'],
    ])('takes the first rule that holds for %j', async (n, expected) => {
      expect((await run(choice, { n })).output).toEqual(expected);
    });

    it('fails when nothing matches and there is no Default', async () => {
      const ended = await run({
        C: { Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'End' }] },
        End: { Type: 'Succeed' },
      });
      expect(ended).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
    });

    it('fails when a condition is no boolean', async () => {
      const ended = await run({
        C: { Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'End' }], Default: 'End' },
        End: { Type: 'Succeed' },
      });
      expect(ended).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
      expect(ended.cause).toContain("Expected 'boolean'");
    });
  });

  it('Wait waits for the seconds an expression gives', async () => {
    const before = Date.now();
    await run({ W: { Type: 'Wait', Seconds: '{% $states.input.s %}', End: true } }, { s: 1 });
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
  });

  it('Fail ends with the Error and Cause it is given', async () => {
    const ended = await run({ F: { Type: 'Fail', Error: '{% $states.input.e %}', Cause: 'said so' } }, { e: 'Mine' });
    expect(ended).toMatchObject({ status: 'FAILED', error: 'Mine', cause: 'said so' });
  });

  it('Succeed can change the output', async () => {
    expect((await run({ S: { Type: 'Succeed', Output: { done: true } } })).output).toEqual({ done: true });
  });

  describe('Parallel', () => {
    const branch = (name: string, state: object) => ({ StartAt: name, States: { [name]: state } });

    it('gives the outputs of its branches in order, and its Arguments to each', async () => {
      const { output } = await run(
        {
          P: {
            Type: 'Parallel',
            Arguments: { n: '{% $states.input.n + 1 %}' },
            Branches: [
              branch('Slow', { Type: 'Wait', Seconds: 1, End: true, Output: 'slow' }),
              branch('Quick', { Type: 'Pass', Output: '{% $states.input.n %}', End: true }),
            ],
            Output: { all: '{% $states.result %}' },
            End: true,
          },
        },
        { n: 1 },
      );
      expect(output).toEqual({ all: ['slow', 2] });
    });

    it('stops the other branches when one fails', async () => {
      const ended = await run({
        P: {
          Type: 'Parallel',
          Branches: [
            branch('Long', { Type: 'Wait', Seconds: 600, End: true }),
            branch('Bad', { Type: 'Fail', Error: 'Bad', Cause: 'luck' }),
          ],
          End: true,
        },
      });
      expect(ended).toMatchObject({ status: 'FAILED', error: 'Bad', cause: 'luck' });
      expect(await cloud.eventTypes(ended.arn)).toEqual([
        'ExecutionStarted',
        'ParallelStateEntered',
        'ParallelStateStarted',
        'WaitStateEntered',
        'FailStateEntered',
        'WaitStateAborted',
        'ParallelStateFailed',
        'ExecutionFailed',
      ]);
    });

    it('reads outer variables in its branches and keeps theirs to themselves', async () => {
      const { output } = await run({
        A: { Type: 'Pass', Assign: { outer: 1 }, Next: 'P' },
        P: {
          Type: 'Parallel',
          Branches: [
            branch('In', { Type: 'Pass', Assign: { inner: '{% $outer %}' }, Output: '{% $outer %}', End: true }),
          ],
          Next: 'B',
        },
        B: { Type: 'Pass', Output: '{% {"seen": $states.input, "inner": $exists($inner)} %}', End: true },
      });
      expect(output).toEqual({ seen: [1], inner: false });
    });

    it('refuses to assign a name an outer scope holds', async () => {
      const ended = await run({
        A: { Type: 'Pass', Assign: { x: 1 }, Next: 'P' },
        P: { Type: 'Parallel', Branches: [branch('In', { Type: 'Pass', Assign: { x: 2 }, End: true })], End: true },
      });
      expect(ended).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
      expect(ended.cause).toContain("'x'");
    });
  });

  describe('an inline Map', () => {
    const map = (more: object, processor: object = { Type: 'Pass', End: true }) => ({
      M: { Type: 'Map', ItemProcessor: { StartAt: 'I', States: { I: processor } }, End: true, ...more },
    });

    it('runs its processor for each item, in order', async () => {
      const ended = await run(
        map(
          {
            Items: '{% $states.input.rows %}',
            MaxConcurrency: 2,
            ItemSelector: { i: '{% $states.context.Map.Item.Index %}', v: '{% $states.context.Map.Item.Value %}' },
          },
          { Type: 'Pass', Output: '{% $states.input.v & $string($states.input.i) %}', End: true },
        ),
        { rows: ['a', 'b', 'c'] },
      );
      expect(ended.output).toEqual(['a0', 'b1', 'c2']);
      const events = await cloud.history(ended.arn);
      const started = events.filter(({ type }) => type === 'MapIterationStarted');
      expect(started.map((event: HistoryEvent) => event.mapIterationStartedEventDetails)).toEqual([
        { name: 'M', index: 0 },
        { name: 'M', index: 1 },
        { name: 'M', index: 2 },
      ]);
    });

    it('fails with the first iteration that fails, and aborts the others', async () => {
      const ended = await run(
        map(
          { Items: [1, 2, 3] },
          {
            Type: 'Task',
            Resource: 'arn:aws:states:::lambda:invoke',
            Arguments: { FunctionName: 'not-there', Payload: '{% $states.input %}' },
            End: true,
          },
        ),
      );
      expect(ended).toMatchObject({ status: 'FAILED', error: expect.stringContaining('ResourceNotFound') });
      const types = await cloud.eventTypes(ended.arn);
      expect(types.filter((type) => type === 'MapIterationFailed')).toHaveLength(1);
      expect(types.slice(-2)).toEqual(['MapStateFailed', 'ExecutionFailed']);
    });

    it('does not know its item in the states inside', async () => {
      const ended = await run(
        map({ Items: [1] }, { Type: 'Pass', Output: '{% $states.context.Map.Item.Value %}', End: true }),
      );
      expect(ended).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
    });
  });

  it('end by the time the state machine gives them', async () => {
    const ended = await run({ W: { Type: 'Wait', Seconds: 600, End: true } }, {}, { TimeoutSeconds: 1 });
    expect(ended).toMatchObject({ status: 'TIMED_OUT' });
    expect(await cloud.eventTypes(ended.arn)).toEqual(['ExecutionStarted', 'WaitStateEntered', 'ExecutionTimedOut']);
  });
});
