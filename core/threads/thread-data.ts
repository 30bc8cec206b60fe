import type { MappingState, TraceSource } from '../../contracts/thread-mapping.ts';
import type { Trace } from '../../contracts/trace.ts';
import { traceValue } from './trace-value.ts';

const UNLESS_SELECTED: readonly TraceSource[] = ['trace_id', 'input', 'output'];

/** The chosen fields of each turn. */
export function extractThreadFields(
  traces: readonly Trace[],
  selectedFields: readonly TraceSource[],
): Record<string, unknown>[] {
  const fields = selectedFields.length === 0 ? UNLESS_SELECTED : selectedFields;
  return traces.map((trace) => Object.fromEntries(fields.map((field) => [field, traceValue(trace, field)])));
}

/** What evaluators get for a trace: its mapped fields, and those of its thread, in the order of the mapping. */
export function buildThreadData(
  trace: Trace,
  thread: readonly Trace[],
  { mapping }: MappingState,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(mapping).map(([name, field]) => {
      if (field.type !== 'thread') return [name, traceValue(trace, field.source, field)];
      if (field.source === 'thread_id') return [name, trace.thread_id ?? ''];
      return [name, extractThreadFields(thread, field.selectedFields)];
    }),
  );
}

/** The fields of a turn that a mapping uses: a thread is kept in memory with no others. */
export function neededOfTurns({ mapping }: MappingState): ReadonlySet<TraceSource> {
  const fields = Object.values(mapping).flatMap((field) =>
    field.type === 'thread' && field.source === 'traces'
      ? field.selectedFields.length === 0
        ? UNLESS_SELECTED
        : field.selectedFields
      : [],
  );
  return new Set(fields);
}
