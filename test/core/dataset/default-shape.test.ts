import { describe, expect, it } from 'vitest';
import { agentShape, toolShape } from '../../../core/dataset/default-shape.ts';
import { compileMapping } from '../../../core/dataset/map-columns.ts';
import { defaultAgentInput, defaultToolInput } from '../../../core/default-input.ts';
import { evaluateMapping } from '../../../core/mapping/evaluate-mapping.ts';
import { mappingRoot } from '../../../core/mapping/mapping-root.ts';

const row = { sample_id: 's1', row_index: 0, previous_attempts: 0 };
const value = (expression: string, input: object) =>
  evaluateMapping(
    { expression, field: 'mapping', maxBytes: 10_000 },
    mappingRoot({ ...row, input: JSON.stringify(input) }),
  );

/** Columns of the file, and the fields they become. */
const CASES: readonly [string, Record<string, string>, Record<string, unknown>][] = [
  [
    'a question among others',
    { question: 'Subject', 'the body': 'Body text' },
    { Subject: 'Hi', 'Body text': 'there' },
  ],
  ['the only field', { ask: 'Subject' }, { Subject: 'Hi' }],
  ['a known field that holds no text', { question: 'n', note: 'm' }, { n: 7, m: true }],
  ['a field the row lacks', { question: 'Subject', note: 'Body' }, { Subject: 'Hi' }],
];

describe('fields whose columns have other names', () => {
  it.each(CASES)(
    '%s: an agent and a tool get what they get when the columns have the fields’ names',
    async (_, map, cells) => {
      const mapping = compileMapping({ columns: [...Object.values(map)], map });
      const renamed = Object.entries(map).flatMap(([field, column]) =>
        column in cells ? [[field, cells[column]]] : [],
      );
      const asNamed = { ...row, input: JSON.stringify(Object.fromEntries(renamed)) };
      expect(await value(agentShape(mapping), cells)).toEqual(defaultAgentInput(asNamed));
      expect(await value(toolShape(mapping, 'lookup'), cells)).toEqual(defaultToolInput(asNamed, 'lookup'));
    },
  );
});
