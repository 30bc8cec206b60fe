import type { TraceSource } from '../../../contracts/thread-mapping.ts';

/** What a trace has, in words. */
export const SOURCES: Readonly<Record<TraceSource, string>> = {
  trace_id: 'its id',
  thread_id: 'the id of its thread',
  timestamp: 'when it began',
  input: 'what was asked',
  output: 'what was answered',
  contexts: 'what was retrieved',
  metadata: 'what was sent along',
  spans: 'its steps',
  metrics: 'tokens, cost and time',
  error: 'the error',
};
export const SOURCE_NAMES = Object.keys(SOURCES) as TraceSource[];

/** Sources of which a part can be taken. */
export const HAS_PARTS: readonly TraceSource[] = ['metadata', 'metrics', 'spans'];
