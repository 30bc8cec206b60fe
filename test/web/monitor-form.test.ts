import { describe, expect, it } from 'vitest';
import { monitorOf } from '../../core/monitors/given-monitor.ts';
import { overTime } from '../../web/pages/monitor/over-time.ts';
import { saidOf, verdictOf } from '../../web/pages/monitor/verdict-of.ts';
import { bodyOf, mergedMapping, NEW_MONITOR, valuesOf } from '../../web/pages/monitor-form/form-values.ts';

const KEPT = {
  mapping: {
    conversation_id: { type: 'thread', source: 'thread_id', selectedFields: [] },
    messages: { type: 'thread', source: 'traces', selectedFields: ['input', 'output'] },
  },
  expansions: [],
};

describe('the form of a monitor', () => {
  it('keeps the mapping of the example when it is saved as it opens', async () => {
    const saved = await monitorOf({ ...bodyOf(NEW_MONITOR, true), name: 'new' });
    expect(saved.mapping).toEqual(KEPT);
    expect(mergedMapping(NEW_MONITOR)).toEqual(KEPT);
    expect(saved).toMatchObject({ enabled: true, level: 'thread', sampling: 1, settleSeconds: 60 });
    expect(saved).not.toHaveProperty('alarm');
  });

  it('shows a monitor as it is kept, mixed fields too, and saves it unchanged', async () => {
    const monitor = await monitorOf({
      name: 'mixed',
      level: 'thread',
      evaluators: ['exact'],
      filter: 'true',
      sampling: 0.5,
      alarm: { passedBelow: 0.9, minutes: 30 },
      mapping: {
        mapping: { ...KEPT.mapping, channel: { source: 'metadata', key: 'channel' }, question: { source: 'input' } },
        expansions: ['x'],
      },
    });
    const values = valuesOf({ ...monitor, version: 3, updatedAt: '' });
    expect(values).toMatchObject({ isThreadMapping: true, alarmBelow: '90', sampling: '50' });
    expect(await monitorOf({ ...bodyOf(values, true), name: 'mixed' })).toEqual(monitor);
  });

  it('without the switch keeps the fields of the trace alone', () => {
    const traceFields = [{ id: 1, name: 'question', source: 'input' as const, key: '', subkey: '' }];
    const values = { ...NEW_MONITOR, isThreadMapping: false, traceFields };
    expect(mergedMapping(values)).toEqual({ mapping: { question: { source: 'input' } }, expansions: [] });
  });
});

describe('what an evaluator of a monitor says', () => {
  it('is in its own scale, with its reason', () => {
    const said = { score: 0.25, passed: false, reason: 'curt' };
    expect(saidOf(said, [1, 5])).toBe('2 of 5, curt');
    expect(saidOf({ score: 1, passed: true }, undefined)).toBe('passed');
    expect(saidOf({ error: 'no answer' }, [1, 5])).toBe('no answer');
  });
});

describe('what a monitor found', () => {
  const at = (minute: number, passed: boolean | null) => ({
    evaluatedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    passed,
    version: 1,
    traceId: `t-${minute}`,
    scores: {},
  });

  it('is one sentence, and counted over equal stretches of time', () => {
    const results = [at(0, true), at(0, false), at(47, true), at(48, null)];
    expect(verdictOf(results)).toBe('2 of 4 results passed (66.7%) · 1 failed · 1 not graded');
    const stretches = overTime(results);
    expect(stretches).toHaveLength(24);
    expect(stretches[0]).toMatchObject({ passed: 1, wrong: 1, erred: 0 });
    expect(stretches.at(-1)).toMatchObject({ passed: 1, wrong: 0, erred: 1 });
    expect(overTime([at(3, true)])).toMatchObject([{ passed: 1 }]);
    const lookedBack = { ...at(48, false), startedAt: '2025-12-25T00:00:00Z' };
    expect(overTime([lookedBack, at(47, true)])[0]).toMatchObject({ wrong: 1, from: Date.UTC(2025, 11, 25) });
    expect(overTime([])).toEqual([]);
  });
});
