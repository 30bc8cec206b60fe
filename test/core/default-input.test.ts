import { describe, expect, it } from 'vitest';
import { defaultAgentInput, defaultToolInput } from '../../core/default-input.ts';

const row = (input: string | null) => ({ sample_id: 's', row_index: 0, input, previous_attempts: 0 });
const messageFor = (input: string | null) =>
  (defaultAgentInput(row(input)) as { messages: [{ content: string }] }).messages[0].content;

describe('what an agent gets without a mapping', () => {
  it('is the question as a message and all fields beside it', () => {
    expect(defaultAgentInput(row('{"question":"Why?","lang":"en"}'))).toEqual({
      messages: [{ role: 'user', content: 'Why?' }],
      input: { question: 'Why?', lang: 'en' },
    });
  });

  it.each([
    ['{"prompt":"P","text":"T"}', 'P'],
    ['{"city":"Rome","n":3}', 'Rome'],
    ['{"a":"x","b":"y"}', '{"a":"x","b":"y"}'],
    ['just text', 'just text'],
    ['"quoted"', 'quoted'],
    [null, ''],
  ])('%s asks %s', (input, question) => {
    expect(messageFor(input)).toBe(question);
  });
});

describe('what a tool gets without a mapping', () => {
  it('is the row’s fields, and the parts of a tool call beside them', () => {
    expect(defaultToolInput(row('{"city":"Rome"}'), 'weather')).toEqual({
      city: 'Rome',
      name: 'weather',
      id: 's',
      input: { city: 'Rome' },
    });
  });

  it('lets the row’s own fields win', () => {
    expect(defaultToolInput(row('{"name":"Ada","id":7}'), 'weather')).toMatchObject({ name: 'Ada', id: 7 });
  });

  it('is the value itself when the input is no object', () => {
    expect(defaultToolInput(row('[1,2]'), 'weather')).toEqual([1, 2]);
  });
});
