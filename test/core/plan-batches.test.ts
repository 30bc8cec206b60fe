import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { EVENTS_PER_LOOK } from '../../core/history-budget.ts';
import { batchSize, mostLooks } from '../../core/plan-batches.ts';

const agent = (executor: object) =>
  evaluationConfigSchema.parse({
    executionMode: 'agent',
    agentStateMachineArn: 'arn:aws:states:us-east-1:123456789012:stateMachine:agent',
    executor,
  });

describe('a batch', () => {
  const small = { meanBytes: 100, mostLooks: 3 };

  it('has as many rows as its share, and 25 at most', () => {
    expect(batchSize(10, 5, small)).toBe(2);
    expect(batchSize(1000, 5, small)).toBe(25);
    expect(batchSize(3, 100, small)).toBe(1);
    expect(batchSize(0, 1, small)).toBe(1);
  });

  it('has fewer rows when they are large', () => {
    expect(batchSize(1000, 1, { ...small, meanBytes: 20 * 1024 })).toBe(2);
    expect(batchSize(1000, 1, { ...small, meanBytes: 500 * 1024 })).toBe(1);
  });

  it('has fewer rows when agents may run for a day, so that looking at them fits its history', () => {
    const days = mostLooks(agent({ timeoutSeconds: 86_400 }));
    const size = batchSize(1000, 1, { meanBytes: 100, mostLooks: days });
    expect(size).toBeLessThan(25);
    expect(size * days * EVENTS_PER_LOOK).toBeLessThan(20_000);
    expect(batchSize(1000, 1, { meanBytes: 100, mostLooks: mostLooks(agent({})) })).toBe(25);
  });
});
