import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CloudContext } from '../../src/cloud-context.ts';
import type { Dispatcher } from '../../src/eventbridge/dispatcher.ts';
import type { Event } from '../../src/eventbridge/event.ts';
import type { Rule, Rules } from '../../src/eventbridge/rules.ts';
import { scheduleOf } from '../../src/eventbridge/schedule.ts';
import { Scheduler } from '../../src/eventbridge/scheduler.ts';

const rules: Rule[] = [];
const rung: { rule: string; event: Event }[] = [];
const start = () =>
  new Scheduler(
    { accountId: '000000000000', region: 'us-east-1' } as CloudContext,
    { all: () => rules, arn: (name: string) => `arn:rule/${name}` } as unknown as Rules,
    { deliver: (rule: Rule, event: Event) => rung.push({ rule: rule.name, event }) } as unknown as Dispatcher,
  );
const scheduled = (name: string, expression: string, state: Rule['state'] = 'ENABLED'): Rule => ({
  name,
  schedule: scheduleOf(expression),
  state,
  targets: [],
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  rules.length = 0;
  rung.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('rules with a schedule', () => {
  it('get an event each time they fall due, from when they were made', () => {
    rules.push(scheduled('hourly', 'rate(1 hour)'), scheduled('often', 'rate(25 minutes)'));
    rules.push(scheduled('off', 'rate(1 minute)', 'DISABLED'));
    const scheduler = start();
    vi.advanceTimersByTime(3_600_000);
    expect(rung.map(({ rule }) => rule)).toEqual(['often', 'often', 'hourly']);
    expect(rung[2]?.event).toMatchObject({
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      time: '2026-01-01T01:00:00Z',
      resources: ['arn:rule/hourly'],
      detail: {},
    });
    scheduler.close();
  });

  it('go on in step after a restart, and do not make up for what fell due meanwhile', () => {
    rules.push(scheduled('daily', 'rate(3 days)'));
    vi.advanceTimersByTime(4 * 86_400_000);
    const scheduler = start();
    vi.advanceTimersByTime(86_400_000);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(86_400_000);
    expect(rung).toHaveLength(1);
    scheduler.close();
  });
});
