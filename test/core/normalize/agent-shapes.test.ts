import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyUsage } from '../../../core/normalize/history-usage.ts';
import { normalizeAgentOutput } from '../../../core/normalize/normalize-agent-output.ts';
import { readableError, reportedFailure } from '../../../core/normalize/reported-failure.ts';

const question = { role: 'user', content: 'What?' };
const reply = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] });

describe('the answer of an agent', () => {
  it.each([
    [
      'A: the last assistant message',
      { messages: [question, reply('ANSWER')], metadata: {}, function_calls: [] },
      'ANSWER',
    ],
    [
      'A with tools: the tool’s message after it is not the answer',
      { messages: [question, reply('ANSWER'), { role: 'user', content: [{ type: 'tool_result', content: 'x' }] }] },
      'ANSWER',
    ],
    [
      'A in parts: all text parts',
      {
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'ANS' },
              { type: 'tool_use', id: '1' },
              { type: 'text', text: 'WER' },
            ],
          },
        ],
      },
      'ANSWER',
    ],
    ['A in plain text', { messages: [question, { role: 'assistant', content: 'ANSWER' }] }, 'ANSWER'],
    [
      'B: structured_output as JSON',
      { messages: [reply('no')], structured_output: { exchange: 'HACKNEY', download_speed: 80 }, success: true },
      '{"exchange":"HACKNEY","download_speed":80}',
    ],
    ['C: output.answer', { messages: [reply('no')], output: { answer: 'ANSWER' } }, 'ANSWER'],
    ['C in parts', { messages: [], output: { answer: [{ type: 'text', text: 'ANSWER' }] } }, 'ANSWER'],
    ['D: output as JSON', { messages: [reply('no')], output: { rows: [1, 2] } }, '{"rows":[1,2]}'],
    ['E: answer', { messages: [reply('no')], answer: [{ type: 'text', text: 'ANSWER' }] }, 'ANSWER'],
    ['F: the last of agent_messages', { agent_messages: [question, reply('ANSWER')], metadata: {} }, 'ANSWER'],
    ['G: a string', 'ANSWER', 'ANSWER'],
    ['G: a number', 42, '42'],
    ['G: an object', { verdict: 'good' }, '{"verdict":"good"}'],
    ['a null structured_output is none', { structured_output: null, answer: 'ANSWER' }, 'ANSWER'],
  ])('%s', (_shape, output, answer) => {
    expect(normalizeAgentOutput(output).actualOutput).toBe(answer);
  });

  it('is text for any output at all', () => {
    fc.assert(fc.property(fc.jsonValue(), (output) => typeof normalizeAgentOutput(output).actualOutput === 'string'));
  });
});

describe('the usage of an agent', () => {
  it('is found in metadata.tokens_used, with model and provider', () => {
    const metadata = {
      model_id: 'm',
      provider_id: 'p',
      latency_ms: 342,
      tokens_used: { input_tokens: 12, output_tokens: 8, total_tokens: 20 },
    };
    expect(normalizeAgentOutput({ messages: [reply('x')], metadata })).toMatchObject({
      modelName: 'm',
      providerName: 'p',
      promptTokens: 12,
      completionTokens: 8,
      totalTokens: 20,
    });
  });

  it.each([
    [{ usage: { input_tokens: 1, output_tokens: 2 } }, 1, 2, 3],
    [{ usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 4 } }, 1, 2, 4],
    [{ token_usage: { input_tokens: '5', output_tokens: 2 } }, 5, 2, 7],
    [{ metadata: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } } }, 1, 2, 3],
  ])('is found in %j', (output, promptTokens, completionTokens, totalTokens) => {
    expect(normalizeAgentOutput(output)).toMatchObject({ promptTokens, completionTokens, totalTokens });
  });

  it('is not made up where there is none', () => {
    const { promptTokens, totalTokens, costUsd } = normalizeAgentOutput({ answer: 'x', usage: { tokens: -1 } });
    expect([promptTokens, totalTokens, costUsd]).toEqual([undefined, undefined, undefined]);
  });

  it('is the sum over all model calls of a history', () => {
    const tokens = historyUsage([
      '{"Payload":{"metadata":{"tokens_used":{"input_tokens":10,"output_tokens":1}}}}',
      '{"Payload":{"body":{"metadata":{"usage":{"input_tokens":20,"output_tokens":2}}}}}',
      '{"Payload":{"body":"{\\"metadata\\":{\\"usage\\":{\\"prompt_tokens\\":30,\\"completion_tokens\\":3}}}"}}',
      '{"Payload":{"result":"no model here"}}',
      'not JSON',
    ]);
    expect(tokens).toEqual({ promptTokens: 60, completionTokens: 6, totalTokens: 66, longestPrompt: 30 });
    expect(historyUsage(['{}'])).toBeUndefined();
  });
});

describe('a failure inside a successful output', () => {
  it.each([
    [{ success: false, error: 'no luck' }, 'no luck'],
    [{ error: { type: 'RateLimit', message: 'slow down' } }, 'RateLimit: slow down'],
    [{ status: 'failed', message: 'gave up' }, 'gave up'],
    [{ success: false }, '{"success":false}'],
  ])('%j is one', (output, message) => {
    expect(reportedFailure(output)).toBe(message);
  });

  it.each([[{ success: true, error: null }], [{ error: '' }], [{ error: {} }], ['failed'], [{ status: 'ok' }], [null]])(
    '%j is none',
    (output) => {
      expect(reportedFailure(output)).toBeUndefined();
    },
  );

  it('is made readable when it is JSON inside a text', () => {
    const cause = JSON.stringify({
      errorType: 'KeyError',
      errorMessage: JSON.stringify({ message: 'no key' }),
      trace: [],
    });
    expect(readableError(cause)).toBe('KeyError: no key');
  });
});
