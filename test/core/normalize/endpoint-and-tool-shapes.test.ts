import { describe, expect, it } from 'vitest';
import { mappedAnswer } from '../../../core/normalize/apply-output-mapping.ts';
import { endpointFailure, normalizeEndpointAnswer } from '../../../core/normalize/normalize-endpoint-answer.ts';
import { normalizeToolAnswer, toolFailure } from '../../../core/normalize/normalize-tool-answer.ts';

describe('the answer of an endpoint', () => {
  it.each([
    ['a chat completion', { choices: [{ message: { role: 'assistant', content: 'ANSWER' } }] }],
    ['a text completion', { choices: [{ text: 'ANSWER' }] }],
    [
      'a response',
      {
        output: [
          { type: 'reasoning' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ANSWER' }] },
        ],
      },
    ],
    ['an Anthropic message', { role: 'assistant', content: [{ type: 'text', text: 'ANSWER' }] }],
    ['a Bedrock Converse answer', { output: { message: { role: 'assistant', content: [{ text: 'ANSWER' }] } } }],
    ['a Gemini answer', { candidates: [{ content: { role: 'model', parts: [{ text: 'ANSWER' }] } }] }],
    ['an Ollama chat', { message: { role: 'assistant', content: 'ANSWER' } }],
    ['{answer}', { answer: 'ANSWER' }],
    ['{output}', { output: 'ANSWER' }],
    ['{result}', { result: 'ANSWER', id: 3 }],
    ['{text}', { text: 'ANSWER' }],
    ['plain text', 'ANSWER'],
  ])('is found in %s', (_shape, body) => {
    expect(normalizeEndpointAnswer(body).actualOutput).toBe('ANSWER');
  });

  it('is the whole body when no field is known', () => {
    expect(normalizeEndpointAnswer({ label: 'x' }).actualOutput).toBe('{"label":"x"}');
  });

  it('comes with its usage, model and cost', () => {
    const body = { model: 'gpt-4o', usage: { prompt_tokens: 3, completion_tokens: 4 }, cost_usd: 0.5, choices: [] };
    expect(normalizeEndpointAnswer(body)).toMatchObject({ modelName: 'gpt-4o', promptTokens: 3, costUsd: 0.5 });
  });

  it('is a failure when the body says so, but a status field may mean anything', () => {
    expect(endpointFailure({ error: { message: 'no' } })).toBe('no');
    expect(endpointFailure({ status: 'failed', order: 7 })).toBeUndefined();
  });
});

describe('the answer of a tool', () => {
  it.each([
    ['plain JSON', { celsius: 21 }, '{"celsius":21}'],
    ['a text', 'sunny', 'sunny'],
    [
      'a tool result',
      { type: 'tool_result', tool_use_id: '1', name: 't', content: '{"celsius":21}' },
      '{"celsius":21}',
    ],
    ['a tool result with plain text', { type: 'tool_result', tool_use_id: '1', name: 't', content: 'sunny' }, 'sunny'],
    ['an API Gateway answer', { statusCode: 200, body: '{"answer":"sunny"}' }, 'sunny'],
    ['null', null, 'null'],
  ])('is taken from %s', (_shape, payload, answer) => {
    expect(normalizeToolAnswer(payload).actualOutput).toBe(answer);
    expect(toolFailure(payload)).toBeUndefined();
  });

  it.each([
    [{ success: false, error: 'bad city' }, 'bad city'],
    [{ type: 'tool_result', content: '{"error":"bad city"}' }, 'bad city'],
    [{ type: 'tool_result', is_error: true, content: 'bad city' }, 'bad city'],
    [{ statusCode: 500, body: 'bad city' }, 'bad city'],
  ])('%j is a failure', (payload, message) => {
    expect(toolFailure(payload)).toBe(message);
  });
});

describe('an output mapping', () => {
  const found = { promptTokens: 1, completionTokens: 2, totalTokens: 3 };

  it('gives the answer, text or JSON', () => {
    expect(mappedAnswer('yes', found)).toEqual({ ...found, actualOutput: 'yes' });
    expect(mappedAnswer({ label: 'a' }, found).actualOutput).toBe('{"label":"a"}');
  });

  it('may set usage and cost beside actualOutput', () => {
    const value = { actualOutput: 'yes', costUsd: 0.25, promptTokens: 10 };
    expect(mappedAnswer(value, found)).toMatchObject({ actualOutput: 'yes', costUsd: 0.25, promptTokens: 10 });
  });
});
