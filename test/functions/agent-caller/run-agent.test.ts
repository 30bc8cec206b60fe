import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { runAgent } from '../../../functions/agent-caller/run-agent.ts';

const client = new SFNClient();
const sfn = mockClient(client);
beforeEach(() => sfn.reset());

const event = {
  executionId: 'run-1',
  sampleId: 's-1',
  agentStateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:agent',
};
const invoke = (changes: object, remaining = 60_000) => runAgent({ ...event, ...changes }, client, () => remaining);

function ends(output: unknown): void {
  sfn.on(StartExecutionCommand).resolves({ executionArn: 'arn:e', startDate: new Date() });
  sfn.on(DescribeExecutionCommand).resolves({
    executionArn: 'arn:e',
    status: 'SUCCEEDED',
    startDate: new Date(1000),
    stopDate: new Date(1342),
    output: JSON.stringify(output),
  });
}

const input = () => JSON.parse(sfn.commandCalls(StartExecutionCommand)[0]?.args[0].input.input ?? '');

describe('the agent wrapper, invoked for one call', () => {
  it('returns the normalized answer', async () => {
    ends({
      answer: 'ANSWER',
      metadata: { model_id: 'gpt-4o', provider_id: 'openai', tokens_used: { input_tokens: 1000, output_tokens: 100 } },
    });
    expect(await invoke({ agentInput: { messages: [] } })).toMatchObject({
      actualOutput: 'ANSWER',
      providerName: 'openai',
      promptTokens: 1000,
      completionTokens: 100,
      totalTokens: 1100,
      latencyMs: 342,
      costUsd: 0.0035,
      fullResponseBody: expect.stringContaining('ANSWER'),
    });
    expect(input()).toEqual({ messages: [] });
  });

  it('maps a row into the agent’s input and the output into the answer', async () => {
    ends({ deep: { answer: 7 } });
    const answer = await invoke({
      row: { input: { q: 'Why?' }, metadata: '{"lang":"en"}' },
      agentInputMapping: '{"ask": input.q, "lang": metadata.lang, "id": sample_id}',
      agentOutputMapping: 'deep.answer',
    });
    expect(answer.actualOutput).toBe('7');
    expect(input()).toEqual({ ask: 'Why?', lang: 'en', id: 's-1' });
  });

  it('throws an agent’s failure under its name', async () => {
    ends({ success: false, error: 'no luck' });
    await expect(invoke({ agentInput: {} })).rejects.toMatchObject({ name: 'TargetFailed', message: 'no luck' });
  });

  it('says so when its own time is up, and leaves the agent running', async () => {
    sfn.on(StartExecutionCommand).resolves({ executionArn: 'arn:e', startDate: new Date() });
    sfn.on(DescribeExecutionCommand).resolves({ executionArn: 'arn:e', status: 'RUNNING', startDate: new Date() });
    await expect(invoke({ agentInput: {}, timeoutMs: 600_000 }, 8_300)).rejects.toMatchObject({
      name: 'TargetTimeout',
      message: expect.stringContaining('still running'),
    });
  });

  it.each([
    [{}, /agentInput, or row/],
    [{ agentInput: {}, row: { input: 1 } }, /agentInput, or row/],
    [{ agentInput: {}, sampleId: '' }, /sampleId/],
  ])('refuses %j', async (changes, message) => {
    await expect(invoke(changes)).rejects.toMatchObject({
      name: 'InvalidRunInput',
      message: expect.stringMatching(message),
    });
  });
});
