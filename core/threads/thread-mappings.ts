import type { MappingState, ThreadMappingState } from '../../contracts/thread-mapping.ts';

/** A form's fields as they are kept. Those without a source are left out. */
export function convertThreadMappingsToUnified({ mapping }: ThreadMappingState): MappingState {
  const chosen = Object.entries(mapping).flatMap(([field, { source, selectedFields = [] }]) =>
    source === '' ? [] : [[field, { type: 'thread' as const, source, selectedFields }] as const],
  );
  return { mapping: Object.fromEntries(chosen), expansions: [] };
}

/** Both in one. Where both have a field, the thread's counts. */
export function mergeThreadAndTraceMappings(
  traceMapping: MappingState | undefined,
  threadMapping: ThreadMappingState | undefined,
  isThreadMapping: boolean,
): MappingState {
  const traces = traceMapping ?? { mapping: {}, expansions: [] };
  if (!isThreadMapping || !threadMapping) return traces;
  const threads = convertThreadMappingsToUnified(threadMapping);
  return { mapping: { ...traces.mapping, ...threads.mapping }, expansions: traces.expansions };
}

/** Whether a field asks for more than the trace itself. */
export const hasThreadMappings = ({ mapping }: MappingState): boolean =>
  Object.values(mapping).some(({ type }) => type === 'thread');
