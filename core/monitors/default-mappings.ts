import type { MappingState } from '../../contracts/thread-mapping.ts';

/** What a monitor looks at where nothing is mapped. */
export const OF_TRACES: MappingState = {
  mapping: { input: { source: 'input' }, output: { source: 'output' } },
  expansions: [],
};
export const OF_THREADS: MappingState = {
  mapping: {
    conversation_id: { type: 'thread', source: 'thread_id', selectedFields: [] },
    messages: { type: 'thread', source: 'traces', selectedFields: ['input', 'output'] },
  },
  expansions: [],
};
