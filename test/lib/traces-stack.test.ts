import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const AGENT = 'arn:aws:states:us-east-1:123456789012:stateMachine:agent';

/** Patterns of the rules that watch agents, and the agents that are swept. */
function rulesOf(agentStateMachineArns: string | readonly string[]) {
  const { traces } = synthesize({ traceAgents: 'true', agentStateMachineArns });
  const rules = Object.entries(traces.findResources('AWS::Events::Rule')).flatMap(([id, { Properties }]) =>
    id.includes('Agents') ? [Properties] : [],
  );
  return {
    patterns: rules.flatMap(({ EventPattern }) => (EventPattern ? [EventPattern] : [])),
    swept: rules.flatMap(({ Targets }) => (Targets[0].Input ? [JSON.parse(Targets[0].Input).agents] : [])),
  };
}

it('watches a hundred agents by several rules, since an event pattern has 2,048 characters at most', () => {
  const agents = Array.from({ length: 100 }, (_, index) => `${AGENT}-of-the-support-department-${index}`);
  const { patterns, swept } = rulesOf(agents);
  expect(patterns.length).toBeGreaterThan(4);
  expect(Math.max(...patterns.map((pattern) => JSON.stringify(pattern).length))).toBeLessThanOrEqual(2048);
  expect(patterns.flatMap(({ detail }) => detail.stateMachineArn)).toEqual(agents);
  expect(swept.flat()).toEqual(agents);
});

it('looks every hour for lost executions of the agents that are named whole, and for none where all are patterns', () => {
  expect(rulesOf([AGENT, `${AGENT}-*`]).swept).toEqual([[AGENT]]);
  const { patterns, swept } = rulesOf(`${AGENT}-*`);
  expect(patterns[0]?.detail.stateMachineArn).toEqual([{ wildcard: `${AGENT}-*` }]);
  expect(swept).toEqual([]);
});

it('gives a queue of work a dead-letter queue', () => {
  const { traces } = synthesize({ traceAgents: 'true', agentStateMachineArns: AGENT });
  for (const QueueName of ['rollcall-monitor-work', 'rollcall-monitor-questions', 'rollcall-agent-events']) {
    traces.hasResourceProperties('AWS::SQS::Queue', {
      QueueName,
      RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
    });
  }
});
