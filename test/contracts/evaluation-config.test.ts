import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { readInput } from '../../functions/run-planner/read-input.ts';

const ACCOUNT = 'us-east-1:123456789012';
const TARGETS = {
  endpoint: { endpoint: { url: 'https://example.com' } },
  tool: { executionMode: 'tool', toolLambdaArn: `arn:aws:lambda:${ACCOUNT}:function:f` },
  agent: { executionMode: 'agent', agentStateMachineArn: `arn:aws:states:${ACCOUNT}:stateMachine:a` },
};
const configOf = (mode: keyof typeof TARGETS, timeoutSeconds: number) => ({
  ...TARGETS[mode],
  executor: { timeoutSeconds },
});

describe('the timeout of a call', () => {
  it.each(['endpoint', 'tool'] as const)('of an %s may be what a Lambda function can wait for', (mode) => {
    expect(evaluationConfigSchema.parse(configOf(mode, 840)).executor.timeoutSeconds).toBe(840);
    expect(evaluationConfigSchema.safeParse(configOf(mode, 841)).error?.issues).toMatchObject([
      {
        path: ['executor', 'timeoutSeconds'],
        message:
          'executor.timeoutSeconds is 841; with an endpoint or a tool it may be 840 at most, because a Lambda function waits for the answer and is ended after 900 s. Only agents may take longer, up to 86400.',
      },
    ]);
  });

  it('of an agent may be a day', () => {
    expect(evaluationConfigSchema.parse(configOf('agent', 86_400)).executor.timeoutSeconds).toBe(86_400);
    expect(evaluationConfigSchema.safeParse(configOf('agent', 86_401)).success).toBe(false);
  });

  it('is refused before a run begins', () => {
    expect(() => readInput({ datasetId: 'd', config: configOf('tool', 900) })).toThrow(
      /config\.executor\.timeoutSeconds: executor\.timeoutSeconds is 900; .* may be 840 at most/,
    );
  });
});
