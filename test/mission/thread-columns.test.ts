import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorPlace } from '../../core/threads/json-error-place.ts';
import { preprocessThreadFields, withThreadFields } from '../../core/threads/thread-fields.ts';

/** As the specification prints them. */
const BEFORE = `{
  "conversation_id": "conv_123",
  "messages": "[{\\"input\\": \\"Hi\\", \\"output\\": \\"Hello!\\"}, {\\"input\\": \\"How?\\", \\"output\\": \\"Good!\\"}]"
}`;
const AFTER = `{
  "conversation_id": "conv_123",
  "messages": [
    { "input": "Hi", "output": "Hello!" },
    { "input": "How?", "output": "Good!" }
  ]
}`;
const WHOLE = { messages: { selectedFields: [] } };
const row = (input: string, metadata?: string) => ({
  sample_id: 's',
  row_index: 0,
  previous_attempts: 0,
  input,
  metadata,
});
const compact = (text: string): string => JSON.stringify(JSON.parse(text));

/** Seed 002, conversations in a batch. */
describe('A dataset column with conversations', () => {
  it('becomes a list of turns, as the specification prints it', () => {
    const threadFields = { messages: { selectedFields: ['input', 'output'] } };
    expect(JSON.stringify(preprocessThreadFields(JSON.parse(BEFORE), threadFields))).toBe(compact(AFTER));
    expect(compact(withThreadFields(row(BEFORE), WHOLE).input ?? '')).toBe(compact(AFTER));
  });

  it('keeps whole turns, in whatever form, when no fields are selected', () => {
    expect(preprocessThreadFields({ messages: '[1, "two", {"three": 3}]' }, WHOLE)).toEqual({
      messages: [1, 'two', { three: 3 }],
    });
  });

  it('has null for a selected field that a turn lacks', () => {
    const fields = { messages: { selectedFields: ['input', 'constructor'] } };
    expect(preprocessThreadFields({ messages: [{ input: 'Hi', score: 1 }] }, fields)).toEqual({
      messages: [{ input: 'Hi', constructor: null }],
    });
  });

  it.each([[''], [null], [[]]])('stays %j when it is empty', (cell) => {
    expect(preprocessThreadFields({ messages: cell }, { messages: { selectedFields: ['input'] } })).toEqual({
      messages: cell,
    });
  });

  it('may be missing, and so may the object around it', () => {
    const other = row('{"question": "?"}', '{"n": 12345678901234567890}');
    expect(withThreadFields(other, WHOLE)).toEqual(other);
    expect(withThreadFields(row('plain text'), WHOLE)).toEqual(row('plain text'));
    expect(withThreadFields(other, undefined)).toBe(other);
  });

  it('may be metadata, and the other columns stay to the letter', () => {
    const { metadata } = withThreadFields(row('{}', '{"id": 12345678901234567890, "messages": "[]"}'), WHOLE);
    expect(metadata).toBe('{"id": 12345678901234567890,"messages":[]}');
  });

  it.each([
    ['[{"input": }]', 'threadFields: column "messages" is no JSON: at character 12.'],
    ['[{"input": "Hi"}', 'threadFields: column "messages" is no JSON: it ends too early, at character 17.'],
    ['{"input": "Hi"}', 'threadFields: column "messages" holds an object; it must be a list of turns.'],
    ['["Hi"]', 'threadFields: column "messages", turn 1 is a string; to select fields of it, it must be an object.'],
  ])('that is %s fails that row alone, and names the place', (messages, message) => {
    expect(() => preprocessThreadFields({ messages }, { messages: { selectedFields: ['input'] } })).toThrow(
      expect.objectContaining({ name: 'ThreadFieldInvalid', errorClass: 'validation', message }),
    );
  });
});

describe('The place where a text stops being JSON', () => {
  it('is the token that was broken', () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(values, fc.nat(), (list, pick) => {
        const texts = list.map((value) => JSON.stringify(value));
        const at = pick % texts.length;
        const before = texts
          .slice(0, at)
          .map((text) => `${text}, `)
          .join('');
        const text = `[${before}?${texts.slice(at).join(', ')}]`;
        expect(jsonErrorPlace(text)).toBe(`at character ${before.length + 2}`);
        expect(jsonErrorPlace(`[${before}`)).toMatch(/^it ends too early/);
      }),
      { seed: 23, numRuns: 200 },
    );
  });
});
