import { DescribeStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentTypeOf } from '../../../functions/run-planner/agent-type.ts';

const client = new SFNClient({});
const sfn = mockClient(client);
const ARN = 'arn:aws:states:eu-west-1:123456789012:stateMachine:agent';
const typeOf = (agentStateMachineArn: string, region = 'eu-west-1') =>
  agentTypeOf(agentStateMachineArn, client, region);

describe('the type of an agent', () => {
  beforeEach(() => {
    sfn.reset();
    sfn.on(DescribeStateMachineCommand, { stateMachineArn: ARN }).resolves({ type: 'EXPRESS' });
  });

  it('is that of its state machine, also behind an alias or a version', async () => {
    for (const arn of [ARN, `${ARN}:prod`, `${ARN}:7`]) expect(await typeOf(arn)).toBe('EXPRESS');
  });

  it('is taken for STANDARD where it may not be looked at: each row says what is wrong', async () => {
    sfn.on(DescribeStateMachineCommand).rejects(new Error('no'));
    expect(await typeOf(ARN)).toBe('STANDARD');
  });

  it('does not matter in another Region: the run is refused before it begins', async () => {
    await expect(typeOf(ARN, 'us-east-1')).rejects.toMatchObject({
      name: 'InvalidRunInput',
      message:
        'agentStateMachineArn is in eu-west-1; this installation is in us-east-1, and Step Functions starts executions in its own Region only. Deploy Rollcall in eu-west-1 too.',
    });
  });
});
