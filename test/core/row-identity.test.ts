import { describe, expect, it } from 'vitest';
import { agentExecutionName, agentNamePrefix, executionArnOf } from '../../core/row-identity.ts';

describe('the name of an agent’s execution', () => {
  const name = agentExecutionName('e', 's', 1, 1);

  it('is one Step Functions takes, the same for the same call and different for any other', () => {
    expect(name).toMatch(/^[\w-]{1,80}$/);
    expect(agentExecutionName('e', 's', 1, 1)).toBe(name);
    const others = [
      agentExecutionName('e', 's', 1, 2),
      agentExecutionName('e', 's', 2, 1),
      agentExecutionName('e', 't', 1, 1),
    ];
    expect(new Set([name, ...others]).size).toBe(4);
    expect(agentExecutionName('e', 's', 99_999, 999).length).toBeLessThanOrEqual(80);
  });

  it('tells the run, so that all its agents are found by it', () => {
    expect(name.startsWith(agentNamePrefix('e'))).toBe(true);
    expect(name.startsWith(agentNamePrefix('f'))).toBe(false);
  });

  it('gives its ARN, also behind an alias', () => {
    const arn = `arn:aws:states:eu-west-1:123456789012:execution:agent:${name}`;
    expect(executionArnOf('arn:aws:states:eu-west-1:123456789012:stateMachine:agent', name)).toBe(arn);
    expect(executionArnOf('arn:aws:states:eu-west-1:123456789012:stateMachine:agent:live', name)).toBe(arn);
  });
});
