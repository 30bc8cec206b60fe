import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { describe, expect, it, vi } from 'vitest';
import { readYaml } from '../../../cli/read-yaml.ts';
import { backfill } from '../../../client/monitors/backfill.ts';
import { findMonitor, putMonitor, readMonitor, removeMonitor } from '../../../client/monitors/monitor-store.ts';
import { testMonitor } from '../../../client/monitors/test-monitor.ts';
import { importTraces } from '../../../client/traces/import-traces.ts';
import type { StoredMonitor } from '../../../contracts/monitor.ts';
import { monitorFromRun } from '../../../core/monitors/monitor-from-run.ts';
import { LONG, POLITE, startMonitors, turnOf as turn } from '../../support/monitors.ts';

const { tracing, asking, told, workOff, send, resultsOf } = await startMonitors();
const test = (stored: StoredMonitor, last: number) => testMonitor(stored, last, { ...tracing, asking, waitMs: 0 });

describe('a monitor of traces', () => {
  it('evaluates each trace once, however often it is told of it', async () => {
    await putMonitor('a', { name: 'polite', ...POLITE }, tracing);
    await send('a', turn('a', 't', 1, 'gladly'), turn('a', undefined, 2, 'sorry, no'));
    await workOff();
    const again = turn('a', undefined, 3, 'yes');
    await send('a', again);
    await send('a', again);
    await workOff();
    const results = await resultsOf('a', 'polite');
    expect(results.map(({ traceId, passed }) => [traceId, passed])).toEqual([
      ['a-alone-3', true],
      ['a-alone-2', false],
      ['a-t-1', true],
    ]);
    expect(results[1]).toMatchObject({ version: 1, scores: { contains: { score: 0, passed: false } } });
    expect(told.evaluated).toBe(3);
  });

  it('evaluates a trace again when it was corrected', async () => {
    await putMonitor('b', { name: 'polite', ...POLITE }, tracing);
    const first = turn('b', 't', 1, 'sorry');
    await send('b', first);
    await workOff();
    await send('b', { ...first, output: 'gladly' });
    await workOff();
    expect((await resultsOf('b', 'polite')).map(({ passed }) => passed).toSorted()).toEqual([false, true]);
  });

  it('looks at what its filter and its sampling let through, and at nothing while it is disabled', async () => {
    await putMonitor('c', { name: 'filtered', ...POLITE, filter: 'output = "yes"' }, tracing);
    await putMonitor('c', { name: 'off', ...POLITE, enabled: false }, tracing);
    await putMonitor('c', { name: 'half', ...POLITE, sampling: 0.5 }, tracing);
    const traces = Array.from({ length: 60 }, (_, at) => turn('c', undefined, at, at === 7 ? 'yes' : 'no'));
    await send('c', ...traces);
    await workOff();
    expect((await resultsOf('c', 'filtered')).map(({ traceId }) => traceId)).toEqual(['c-alone-7']);
    expect(await resultsOf('c', 'off')).toEqual([]);
    const half = (await resultsOf('c', 'half')).length;
    expect(half).toBeGreaterThan(15);
    expect(half).toBeLessThan(45);
  });
});

describe('a monitor of threads', () => {
  it('evaluates a thread each time it has fallen quiet, with the turns it saw', async () => {
    await putMonitor('e', { name: 'short', level: 'thread', settleSeconds: 0, ...LONG }, tracing);
    await send('e', turn('e', 't', 1, 'a'));
    await send('e', turn('e', 't', 2, 'b'));
    expect(await workOff()).toEqual(['trace', 'trace', 'thread', 'thread']);
    expect(await resultsOf('e', 'short')).toMatchObject([{ threadId: 't', traceId: 'e-t-2', turns: 2, passed: true }]);
    await send('e', turn('e', 't', 3, 'c'));
    await workOff();
    expect((await resultsOf('e', 'short')).map(({ turns, passed }) => [turns, passed])).toEqual([
      [3, false],
      [2, true],
    ]);
  });

  it('lists its results by when agents spoke, not by when it evaluated what they said', async () => {
    await putMonitor('g', { name: 'short', level: 'thread', settleSeconds: 0, ...LONG }, tracing);
    await send('g', turn('g', 'today', 1, 'a'));
    await workOff();
    const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString();
    await send('g', { ...turn('g', 'last week', 1, 'a'), started_at: lastWeek });
    await workOff();
    expect((await resultsOf('g', 'short')).map(({ threadId }) => threadId)).toEqual(['today', 'last week']);
  });

  it('waits until the thread has settled', async () => {
    await putMonitor('f', { name: 'short', level: 'thread', settleSeconds: 2, ...LONG }, tracing);
    await send('f', turn('f', 't', 1, 'a'));
    await workOff();
    expect(await resultsOf('f', 'short')).toEqual([]);
    await vi.waitFor(async () => {
      await workOff();
      expect(await resultsOf('f', 'short')).toHaveLength(1);
    }, 8000);
  });
});

describe('a monitor that was set up late', () => {
  it('is tried on what is there, and then evaluates it, once', async () => {
    await send('h', turn('h', 't', 1, 'sorry'), turn('h', 't', 2, 'gladly'), turn('h', undefined, 3, 'yes'));
    await workOff();
    const traces = await putMonitor('h', { name: 'polite', ...POLITE, enabled: false }, tracing);
    const tested = await test(traces, 2);
    expect(tested).toMatchObject({ evaluated: 2, passed: 2, failed: 0, errors: 0, skipped: 0 });
    const threads = await putMonitor('h', { name: 'short', level: 'thread', ...LONG }, tracing);
    expect(await test(threads, 5)).toMatchObject({ evaluated: 1, skipped: 1 });

    const from = new Date(Date.now() - 3_600_000).toISOString();
    for (const _time of ['first', 'second']) {
      expect(await backfill(traces, { from }, tracing)).toEqual({ queued: 3, skipped: 0 });
      expect(await backfill(threads, { from }, tracing)).toEqual({ queued: 1, skipped: 1 });
      await workOff();
    }
    expect(await resultsOf('h', 'polite')).toHaveLength(3);
    expect(await resultsOf('h', 'short')).toMatchObject([{ turns: 2, passed: true }]);
  });
});

describe('the example', () => {
  it('finds the conversation in which somebody had to be told sorry', async () => {
    const folder = 'examples/conversations';
    expect(await importTraces('j', `${folder}/traces.jsonl`, tracing, () => {})).toEqual({ received: 5, unchanged: 0 });
    const stored = await putMonitor('j', readYaml(`${folder}/monitor.yaml`), tracing);
    const tested = await test(stored, 10);
    expect(tested.results.map(({ threadId, turns, passed }) => [threadId, turns, passed])).toEqual([
      ['refund-7', 3, false],
      ['order-1', 2, true],
    ]);
    await workOff();
  });
});

describe('a monitor with an alarm', () => {
  it('has it in CloudWatch, changed and taken away with the monitor', async () => {
    const alarms = async () =>
      (await tracing.cloudwatch.send(new DescribeAlarmsCommand({ AlarmNamePrefix: 'rollcall-monitor-' }))).MetricAlarms;
    const alarm = { passedBelow: 0.9, minutes: 30 };
    await putMonitor('k', { name: 'watched', ...POLITE, alarm }, tracing);
    expect(await alarms()).toMatchObject([
      {
        AlarmName: 'rollcall-monitor-k..watched',
        MetricName: 'MonitorPassed',
        Dimensions: [
          { Name: 'stage', Value: 'main' },
          { Name: 'monitor', Value: 'k..watched' },
        ],
        Threshold: 0.9,
        Period: 1800,
        AlarmActions: [tracing.alarmTopicArn],
      },
    ]);
    await putMonitor('k', { name: 'watched', ...POLITE }, tracing);
    expect(await alarms()).toEqual([]);
    await putMonitor('k', { name: 'watched', ...POLITE, alarm: { passedBelow: 0.5 } }, tracing);
    expect(await alarms()).toMatchObject([{ Threshold: 0.5, Period: 3600 }]);
    await removeMonitor('k', 'watched', tracing);
    expect(await alarms()).toEqual([]);
  });
});

describe('a monitor that is saved', () => {
  it('has one mapping, in which the fields of the thread win', async () => {
    const { monitor } = await putMonitor(
      'i',
      {
        name: 'merged',
        ...POLITE,
        mapping: { mapping: { messages: { source: 'output' }, input: { source: 'input' } }, expansions: ['x'] },
        threadMapping: {
          mapping: { messages: { source: 'traces', selectedFields: ['input'] }, later: { source: '' } },
        },
        isThreadMapping: true,
      },
      tracing,
    );
    expect(monitor.mapping).toEqual({
      mapping: {
        messages: { type: 'thread', source: 'traces', selectedFields: ['input'] },
        input: { source: 'input' },
      },
      expansions: ['x'],
    });
    expect((await readMonitor('i', 'merged', tracing)).monitor).toEqual(monitor);
    expect(await findMonitor('other', 'merged', tracing)).toBeUndefined();
  });

  it('is refused with everything that is wrong with it', async () => {
    const bad = { name: 'bad', filter: '(', evaluators: [{ type: 'regex', pattern: '(' }, { type: 'jsonata' }] };
    await expect(putMonitor('i', bad, tracing)).rejects.toThrow(/evaluators/);
    await expect(putMonitor('i', { name: 'bad', ...POLITE, filter: '(' }, tracing)).rejects.toThrow(/filter/);
    await expect(putMonitor('i', { name: 'merged', ...POLITE }, tracing, 7)).rejects.toMatchObject({
      name: 'MonitorChanged',
    });
  });

  it('takes evaluators and conversations from a run', async () => {
    const config = {
      evaluators: [{ type: 'jsonata', expression: 'true' }],
      threadFields: { messages: { selectedFields: ['input', 'output', 'mood'] } },
    };
    const given = monitorFromRun('tried', { evaluation_id: 'run-1', config: JSON.stringify(config) });
    const { monitor } = await putMonitor('i', given, tracing);
    expect(monitor).toMatchObject({
      level: 'thread',
      mapping: {
        mapping: {
          input: { source: 'input' },
          messages: { type: 'thread', source: 'traces', selectedFields: ['input', 'output'] },
        },
      },
    });
    expect(() => monitorFromRun('x', { evaluation_id: 'run-2', config: '{}' })).toThrow('no evaluators');
  });
});
