import { describe, expect, it } from 'vitest';
import { type MappingState, mappingStateSchema, threadMappingStateSchema } from '../../contracts/thread-mapping.ts';
import { type Trace, traceSchema } from '../../contracts/trace.ts';
import { buildThreadData, extractThreadFields } from '../../core/threads/thread-data.ts';
import {
  convertThreadMappingsToUnified,
  hasThreadMappings,
  mergeThreadAndTraceMappings,
} from '../../core/threads/thread-mappings.ts';
import { traceValue } from '../../core/threads/trace-value.ts';
import { turnKey } from '../../core/threads/turn-key.ts';

const FORM = threadMappingStateSchema.parse({
  mapping: {
    conversation_id: { source: 'thread_id' },
    messages: { source: 'traces', selectedFields: ['input', 'output'] },
  },
});
/** As the specification prints it. */
const SAVED = `{
  "mapping": {
    "conversation_id": {
      "type": "thread",
      "source": "thread_id",
      "selectedFields": []
    },
    "messages": {
      "type": "thread",
      "source": "traces",
      "selectedFields": ["input", "output"]
    }
  },
  "expansions": []
}`;
const MIXED = `{
  "mapping": {
    "conversation_id": {
      "type": "thread",
      "source": "thread_id"
    },
    "messages": {
      "type": "thread",
      "source": "traces",
      "selectedFields": ["input", "output", "timestamp"]
    },
    "user_query": {
      "source": "input"
    }
  }
}`;
const EVALUATED = `{
  "conversation_id": "thread_abc123",
  "messages": [
    {
      "input": "Hello",
      "output": "Hi there!",
      "timestamp": "2025-01-01T10:00:00Z"
    },
    {
      "input": "How are you?",
      "output": "I'm doing well!",
      "timestamp": "2025-01-01T10:01:00Z"
    }
  ],
  "user_query": "Hello"
}`;
const turn = (trace: Partial<Trace>): Trace =>
  traceSchema.parse({ trace_id: 't', started_at: '2025-01-01T10:00:00Z', ...trace });
const FIRST = turn({ trace_id: 't1', thread_id: 'thread_abc123', input: 'Hello', output: 'Hi there!' });
const SECOND = turn({
  trace_id: 't2',
  thread_id: 'thread_abc123',
  started_at: '2025-01-01T10:01:00Z',
  input: 'How are you?',
  output: "I'm doing well!",
});
const TRACES: MappingState = {
  mapping: { question: { source: 'input' }, messages: { source: 'output' } },
  expansions: ['spans.llm.span_id'],
};
const compact = (text: string): string => JSON.stringify(JSON.parse(text));

const orderTurns = (turns: Trace[]): Trace[] => turns.toSorted((a, b) => (turnKey(a) < turnKey(b) ? -1 : 1));

/** Seed 002, what a mapping is and gives. */
describe('A mapping of threads', () => {
  it('is saved as the specification prints it, to the letter', () => {
    expect(JSON.stringify(convertThreadMappingsToUnified(FORM))).toBe(compact(SAVED));
    expect(JSON.stringify(mergeThreadAndTraceMappings(undefined, FORM, true))).toBe(compact(SAVED));
    expect(JSON.stringify(mappingStateSchema.parse(JSON.parse(SAVED)))).toBe(compact(SAVED));
  });

  it('gives evaluators fields of the thread and of the trace as the specification prints them, turns in order', () => {
    const mapping = mappingStateSchema.parse(JSON.parse(MIXED));
    expect(JSON.stringify(buildThreadData(FIRST, orderTurns([SECOND, FIRST]), mapping))).toBe(compact(EVALUATED));
  });

  it('replaces fields of a mapping of traces, and keeps its other fields and expansions', () => {
    expect(mergeThreadAndTraceMappings(TRACES, FORM, true)).toEqual({
      mapping: { question: { source: 'input' }, ...convertThreadMappingsToUnified(FORM).mapping },
      expansions: ['spans.llm.span_id'],
    });
  });

  it('changes nothing when it is switched off or missing', () => {
    expect(mergeThreadAndTraceMappings(TRACES, FORM, false)).toEqual(TRACES);
    expect(mergeThreadAndTraceMappings(TRACES, undefined, true)).toEqual(TRACES);
    expect(mergeThreadAndTraceMappings(undefined, undefined, true)).toEqual({ mapping: {}, expansions: [] });
  });

  it('leaves out fields whose source nobody has chosen', () => {
    const form = threadMappingStateSchema.parse({ mapping: { later: { source: '' }, id: { source: 'thread_id' } } });
    expect(Object.keys(convertThreadMappingsToUnified(form).mapping)).toEqual(['id']);
  });

  it('is recognized by its type alone', () => {
    expect(hasThreadMappings(TRACES)).toBe(false);
    expect(hasThreadMappings({ mapping: { a: { type: 'trace', source: 'thread_id' } }, expansions: [] })).toBe(false);
    expect(hasThreadMappings(convertThreadMappingsToUnified(FORM))).toBe(true);
  });
});

describe('A mapping that is saved', () => {
  it('is a mapping of traces when no field has a type', () => {
    const legacy = { mapping: { question: { source: 'metadata', key: 'q' } } };
    expect(mappingStateSchema.parse(legacy)).toEqual({ ...legacy, expansions: [] });
  });

  it.each([
    ['an unknown source', { source: 'prompt' }],
    ['an empty source', { type: 'thread', source: '' }],
    ['no source', { type: 'thread', selectedFields: [] }],
    ['a source of threads without their type', { source: 'traces' }],
    ['a source of traces with the type of threads', { type: 'thread', source: 'input' }],
    ['an unknown field of a turn', { type: 'thread', source: 'traces', selectedFields: ['inptu'] }],
    ['an unknown member', { source: 'input', keys: 'a' }],
  ])('is refused with %s', (_what, field) => {
    expect(mappingStateSchema.safeParse({ mapping: { field } }).success).toBe(false);
  });
});

describe('The turns of a thread', () => {
  it('have trace_id, input and output unless other fields are selected', () => {
    expect(extractThreadFields([FIRST], [])).toEqual([{ trace_id: 't1', input: 'Hello', output: 'Hi there!' }]);
  });

  it('are in the order they began, and by id where they began together, whatever their offsets and fractions', () => {
    const turns = [
      turn({ trace_id: 'd', started_at: '2025-01-01T10:00:00.000000002Z' }),
      turn({ trace_id: 'b', started_at: '2025-01-01T10:00:00Z' }),
      turn({ trace_id: 'c', started_at: '2025-01-01T11:00:00.000000001+01:00' }),
      turn({ trace_id: 'a', started_at: '2025-01-01T10:00:00.0Z' }),
      turn({ trace_id: 'e', started_at: '2025-01-01T09:00:00.1-01:00' }),
    ];
    expect(orderTurns(turns).map(({ trace_id }) => trace_id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('have every field that a mapping names, empty where the trace lacks it', () => {
    const bare = turn({});
    expect(
      ['thread_id', 'output', 'contexts', 'spans', 'error'].map((name) => traceValue(bare, name as 'input')),
    ).toEqual(['', '', [], [], '']);
    expect(traceValue(bare, 'metadata', { key: 'customer' })).toBeNull();
  });
});

describe('A part of a trace', () => {
  const trace = turn({
    metadata: { customer: { tier: 'gold' } },
    tokens: { prompt: 3, total: 5 },
    latency: 12,
    spans: [
      { name: 'search', output: 'a' },
      { name: 'llm', output: 'b' },
      { name: 'search', output: 'c' },
    ],
  });

  it('is picked by key and subkey', () => {
    expect(traceValue(trace, 'metadata', { key: 'customer', subkey: 'tier' })).toBe('gold');
    expect(traceValue(trace, 'metrics', { key: 'tokens', subkey: 'total' })).toBe(5);
    expect(traceValue(trace, 'metrics', { key: 'latency' })).toBe(12);
    expect(traceValue(trace, 'spans', { key: 'search', subkey: 'output' })).toEqual(['a', 'c']);
    expect(traceValue(trace, 'metadata', { key: 'constructor' })).toBeNull();
  });

  it('is the whole without a key, or with *', () => {
    expect(traceValue(trace, 'metadata', { key: '*' })).toEqual({ customer: { tier: 'gold' } });
    expect(traceValue(trace, 'spans', { key: '*', subkey: 'output' })).toEqual(['a', 'b', 'c']);
  });
});
