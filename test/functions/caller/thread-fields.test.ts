import { SFNClient } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { callerRunSchema } from '../../../contracts/caller.ts';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import { rowScorer } from '../../../core/scoring/score-answer.ts';
import { callRow } from '../../../functions/caller/call-row.ts';
import { rowInput } from '../../../functions/caller/row-input.ts';
import type { RowOfRun, Target } from '../../../functions/caller/target.ts';
import { callerRun } from '../../../functions/run-planner/caller-run.ts';

const THREAD_FIELDS = { messages: { selectedFields: ['input'] } };
const config = evaluationConfigSchema.parse({
  endpoint: { url: 'https://example.com' },
  endpointInputMapping: '{ "turns": $count(input.messages), "last": input.messages[-1].input }',
  threadFields: THREAD_FIELDS,
});
const chosen = { config, attempt: 1, datasetId: 'd', targetName: 't' } as Parameters<typeof callerRun>[1];
const run = callerRunSchema.parse(JSON.parse(JSON.stringify(await callerRun('e', chosen, {}, new SFNClient()))));

const called: unknown[] = [];
const target: Target = {
  input: (row: RowOfRun) => rowInput(row, 10_000, () => null),
  async call(_call, input) {
    called.push(input);
    return { kind: 'answered', answer: { actualOutput: '', fullResponseBody: '', latencyMs: 1 } };
  },
};
const call = (messages: string) =>
  callRow(
    {
      place: 0,
      row: { sample_id: 's', row_index: 0, previous_attempts: 0, input: JSON.stringify({ messages }) },
    } as Parameters<typeof callRow>[0],
    {
      run,
      target,
      remainingMs: () => 60_000,
      reserve: async () => {},
      turn: { waitedMs: 0, go: async () => Date.now(), giveBack: () => {} },
      heard: () => {},
      claim: async () => true,
      isCareful: false,
    },
  );

describe('threadFields of a configuration', () => {
  it('give the mapping turns in place of a text', async () => {
    await call('[{"input": "Hi", "output": "Hello!"}, {"input": "How?"}]');
    expect(called).toEqual([{ turns: 2, last: 'How?' }]);
  });

  it('fail the row whose cell is no JSON, uncalled', async () => {
    called.length = 0;
    expect(await call('[{]')).toMatchObject({
      settlement: { status: 'failed', calls: 0, error: { name: 'ThreadFieldInvalid' } },
    });
    expect(called).toEqual([]);
  });

  it('give evaluators turns too', async () => {
    const score = rowScorer(
      [
        {
          type: 'jsonata',
          name: 'two',
          expression: '$count(input.messages) = 2',
          required: true,
          weight: 1,
          passAt: 1,
        },
      ],
      { threadFields: THREAD_FIELDS },
    );
    const row = { sample_id: 's', row_index: 0, status: 'succeeded' as const, actual_output: '' };
    const scored = await score({ ...row, input: '{"messages": "[{\\"input\\": 1}, {\\"input\\": 2}]"}' });
    expect(scored.passed).toBe(true);
  });
});
