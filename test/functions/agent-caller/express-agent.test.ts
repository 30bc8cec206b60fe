import { SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, describe, expect, it } from 'vitest';
import { expressAgent } from '../../../functions/agent-caller/express-agent.ts';
import { workBatch } from '../../../functions/caller/batch-worker.ts';
import { datasetRow } from '../caller-cloud.ts';
import { startAgentCloud } from './agent-cloud.ts';

const cloud = await startAgentCloud();
// The SDK would put `sync-` before the host.
const sfn = new SFNClient({ ...cloud.client, disableHostPrefix: true, maxAttempts: 1 });
afterAll(() => sfn.destroy());

const once = { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };

/** Works on a batch of rows of an EXPRESS agent. */
async function work(states: Record<string, Record<string, unknown>>, changes = {}, rows = 1) {
  const name = `express-${Object.keys(states)[0]}`;
  const agentStateMachineArn = await cloud.createAgent(name, states, 'EXPRESS');
  const run = { executionMode: 'agent' as const, agentType: 'EXPRESS' as const, agentStateMachineArn, ...changes };
  const batch = Array.from({ length: rows }, (_, index) =>
    datasetRow({ sample_id: `s-${index}`, row_index: index, input: JSON.stringify({ question: `${index}?` }) }),
  );
  const base = await cloud.newBatchRun(run, { max_concurrency: 5, children: 1 }, batch);
  const answer = await workBatch(base.event(), expressAgent(sfn), base.ports(), () => 60_000);
  return { answer, settled: await base.settled() };
}

describe('an EXPRESS agent', () => {
  it('answers the rows of a whole batch', async () => {
    const Output = { output: { answer: "{% 'You asked: ' & $states.input.messages[0].content %}" } };
    const { answer, settled } = await work({ Answers: { Type: 'Pass', Output, End: true } }, {}, 20);
    expect(answer).toEqual({ outcome: 'done' });
    expect(settled.map((row) => row.actual_output)).toEqual(settled.map((_, index) => `You asked: ${index}?`));
    expect(settled[0]).toMatchObject({
      status: 'succeeded',
      trace_ref: expect.stringContaining(':express:express-Answers:'),
      latency_ms: expect.any(Number),
    });
  });

  it('that fails does so in its own words', async () => {
    const { settled } = await work({ Fails: { Type: 'Fail', Error: 'NoTools', Cause: 'no tools left' } });
    expect(settled).toMatchObject([
      { error_name: 'TargetFailed', error_message: "The agent's execution FAILED: NoTools: no tools left" },
    ]);
  });

  it('that gives no answer in time has timed out', async () => {
    const changes = { timeoutSeconds: 1, retryPolicy: once };
    const { settled } = await work({ Slow: { Type: 'Wait', Seconds: 10, End: true } }, changes);
    expect(settled).toMatchObject([{ error_name: 'TargetTimeout', error_class: 'transient' }]);
  });

  it('has its output mapped', async () => {
    const states = { Mapped: { Type: 'Pass', Output: { deep: { answer: 7 } }, End: true } };
    const { settled } = await work(states, { outputMapping: 'deep.answer' });
    expect(settled).toMatchObject([{ status: 'succeeded', actual_output: '7' }]);
  });

  it('that is STANDARD after all is rejected', async () => {
    const agentStateMachineArn = await cloud.createAgent('standard', { Answer: { Type: 'Pass', End: true } });
    const { settled } = await work({ Unused: { Type: 'Pass', End: true } }, { agentStateMachineArn });
    expect(settled).toMatchObject([
      { error_name: 'TargetRejected', error_message: expect.stringContaining('StateMachineTypeNotSupported') },
    ]);
  });
});
