import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

describe('states in JSONPath', () => {
  let cloud: StatesCloud;
  let echo: string;
  let count = 0;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
    echo = await cloud.createFunction('echo', 'exports.handler = async (event) => event;');
  });
  afterAll(() => cloud.close());

  const run = (states: Record<string, object>, input: unknown = {}) => {
    count += 1;
    const definition = { QueryLanguage: 'JSONPath', StartAt: Object.keys(states)[0], States: states };
    return cloud.run(`paths-${count}`, definition, input);
  };

  it('a Task works on InputPath and Parameters, and gives ResultSelector, ResultPath and OutputPath', async () => {
    const { output } = await run(
      {
        Call: {
          Type: 'Task',
          Resource: echo,
          InputPath: '$.order',
          Parameters: { 'first.$': '$.items[0]', count: 1, 'state.$': '$$.State.Name' },
          ResultSelector: { 'got.$': '$.first', 'by.$': '$.state' },
          ResultPath: '$.order.call',
          OutputPath: '$.order',
          End: true,
        },
      },
      { order: { items: ['a', 'b'] } },
    );
    expect(output).toEqual({ items: ['a', 'b'], call: { got: 'a', by: 'Call' } });
  });

  it('a result that does not fit its ResultPath fails with States.ResultPathMatchFailure, which can be caught', async () => {
    const call = { Type: 'Task', Resource: echo, ResultPath: '$.text.result', End: true };
    const input = { text: 'no object' };
    expect(await run({ Call: call }, input)).toMatchObject({ error: 'States.ResultPathMatchFailure' });

    const Catch = [{ ErrorEquals: ['States.ResultPathMatchFailure'], ResultPath: '$.why', Next: 'Caught' }];
    const { output } = await run({ Call: { ...call, Catch }, Caught: { Type: 'Succeed' } }, input);
    expect(output).toMatchObject({ text: 'no object', why: { Error: 'States.ResultPathMatchFailure' } });
  });

  it('a failing intrinsic function is States.IntrinsicFailure and names the call', async () => {
    const parse = { Type: 'Pass', Parameters: { 'value.$': 'States.StringToJson($.text)' }, End: true };
    const { error, cause } = await run({ Parse: parse }, { text: '{' });
    expect(error).toBe('States.IntrinsicFailure');
    expect(cause).toContain("The function 'States.StringToJson($.text)' had the following error:");
  });

  it('a catcher with "ResultPath": null gives the input as it came', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Caught' }];
    const branch = { StartAt: 'Fail', States: { Fail: { Type: 'Fail', Error: 'Wanted' } } };
    const both = { Type: 'Parallel', Branches: [branch], Catch, End: true };
    expect((await run({ Both: both, Caught: { Type: 'Succeed' } }, { kept: 1 })).output).toEqual({ kept: 1 });
  });

  it('a Choice takes the rule that holds, with its own Assign', async () => {
    const { output } = await run(
      {
        Which: {
          Type: 'Choice',
          Choices: [
            { Variable: '$.n', NumericLessThan: 5, Assign: { size: 'small' }, Next: 'End' },
            { Variable: '$.n', NumericGreaterThanEquals: 5, Assign: { 'size.$': '$.name' }, Next: 'End' },
          ],
        },
        End: { Type: 'Pass', Parameters: { 'size.$': '$size' }, End: true },
      },
      { n: 7, name: 'large' },
    );
    expect(output).toEqual({ size: 'large' });
  });

  it('a Choice fails when its Variable is not there', async () => {
    const Choices = [{ Variable: '$.n', NumericEquals: 1, Next: 'End' }];
    const ended = await run({ Which: { Type: 'Choice', Choices, Default: 'End' }, End: { Type: 'Succeed' } });
    expect(ended.error).toBe('States.Runtime');
    expect(ended.cause).toContain("Invalid path '$.n'");
  });

  it('a Map with Iterator and Parameters runs over ItemsPath, and knows each item', async () => {
    const { output } = await run(
      {
        Each: {
          Type: 'Map',
          ItemsPath: '$.items[?(@.use)]',
          Parameters: { 'index.$': '$$.Map.Item.Index', 'name.$': '$$.Map.Item.Value.name', 'all.$': '$.label' },
          Iterator: { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } },
          ResultPath: '$.done',
          OutputPath: '$.done',
          End: true,
        },
      },
      { label: 'L', items: [{ name: 'a', use: 1 }, { name: 'b' }, { name: 'c', use: 1 }] },
    );
    expect(output).toEqual([
      { index: 0, name: 'a', all: 'L' },
      { index: 1, name: 'c', all: 'L' },
    ]);
  });

  it('a Map over what is no list says so', async () => {
    const ItemProcessor = { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } };
    const ended = await run({ Each: { Type: 'Map', ItemsPath: '$.items', ItemProcessor, End: true } }, { items: 3 });
    expect(ended.error).toBe('States.Runtime');
    expect(ended.cause).toContain('Reference path "$.items" must point to array.');
  });

  it('a state in JSONata follows one in JSONPath, and both see the same variables', async () => {
    const { output } = await run({
      First: { Type: 'Pass', Assign: { 'count.$': 'States.MathAdd(1, 1)' }, Next: 'Second' },
      Second: { Type: 'Pass', QueryLanguage: 'JSONata', Assign: { count: '{% $count * 10 %}' }, Next: 'Third' },
      Third: { Type: 'Pass', Parameters: { 'count.$': '$count' }, End: true },
    });
    expect(output).toEqual({ count: 20 });
  });
});
