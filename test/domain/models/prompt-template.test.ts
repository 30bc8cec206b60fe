import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelRequest } from '../../../domain/models/ask-model.ts';
import { modelSchema, PROVIDER_NAMES } from '../../../domain/models/model-schema.ts';
import { parsePrompt, renderPrompt } from '../../../domain/models/prompt-template.ts';

const render = (text: string, input: unknown) =>
  renderPrompt(parsePrompt(text), { values: [input, { sample_id: 's-1', input, metadata: { source: 'mail' } }] });
const failure = (text: string, input: unknown = {}) => {
  try {
    render(text, input);
  } catch (error) {
    return error as Error;
  }
  throw new Error('The prompt was rendered.');
};

describe('a prompt', () => {
  it.each([
    ['Classify: {{text}}', { text: 'Hi' }, 'Classify: Hi'],
    ['{{ ticket.body }}/{{ticket.tags}}', { ticket: { body: 'x', tags: ['a', 1] } }, 'x/["a",1]'],
    ['{{a.b}} {{Customer name}}', { 'a.b': 1, 'Customer name': 'Ada' }, '1 Ada'],
    ['{{sample_id}} {{metadata.source}}', {}, 's-1 mail'],
    ['{{input}}', 'one text', 'one text'],
    ['{{.}}', { a: 1 }, '{"a":1}'],
    ['[{{none}}]', { none: null }, '[]'],
    ['\\{{name}} is {{name}}', { name: 'x' }, '{{name}} is x'],
    [
      '{{#each turns}}{{role}}: {{text}} ({{topic}})\n{{/each}}',
      {
        topic: 'T',
        turns: [
          { role: 'user', text: 'a' },
          { role: 'bot', text: 'b' },
        ],
      },
      'user: a (T)\nbot: b (T)\n',
    ],
    ['{{#each a}}{{#each b}}{{.}}{{/each}};{{/each}}', { a: [{ b: [1, 2] }, { b: [] }] }, '12;;'],
    ['{ "json": {"a": {}} }', {}, '{ "json": {"a": {}} }'],
  ])('%j with %j is %j', (text, input, expected) => {
    expect(render(text, input)).toBe(expected);
  });

  it('leaves braces within values as they are', () => {
    expect(render('{{a}}', { a: '{{b}} \\{{c}} {{#each a}}', b: 'no' })).toBe('{{b}} \\{{c}} {{#each a}}');
  });

  it('names the column a mistyped name was meant for', () => {
    expect(failure('{{qestion}}', { question: 'Why?' })).toMatchObject({
      name: 'PromptFailed',
      message: expect.stringContaining('Did you mean {{question}}'),
    });
    expect(failure('{{#each text}}{{/each}}', { text: 'x' }).name).toBe('PromptFailed');
  });

  it.each(['{{}}', '{{#if a}}{{/if}}', '{{/each}}', '{{#each a}}', '{{#each}}'])('refuses %s', (text) => {
    expect(() => parsePrompt(text)).toThrow(expect.objectContaining({ name: 'PromptInvalid' }));
  });

  it.each(PROVIDER_NAMES)(
    'puts any value into the request of %s as text, and changes nothing around it',
    (provider) => {
      const model = modelSchema.parse({
        provider,
        model: 'm',
        url: 'http://localhost',
        system: 'S {{v}}',
        prompt: '<{{v}}>',
      });
      const shape = (text: string) => JSON.stringify(modelRequest(model, { values: [{ v: text }] }));
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          const parsed = JSON.parse(shape(text));
          const marked = JSON.parse(shape('MARK'), (_, value) =>
            typeof value === 'string' ? value.replace('MARK', () => text) : value,
          );
          expect(parsed).toEqual(JSON.parse(JSON.stringify(marked)));
        }),
      );
    },
  );
});
