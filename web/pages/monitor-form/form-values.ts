import type { MappingState, ThreadMappingState, TraceSource } from '../../../contracts/thread-mapping.ts';
import { parseJson } from '../../../core/json.ts';
import { mergeThreadAndTraceMappings } from '../../../core/threads/thread-mappings.ts';
import type { MonitorView } from '../../api/monitors.ts';

/** A field of the trace. `id` is the row of the form. */
export interface TraceField {
  readonly id: number;
  readonly name: string;
  readonly source: TraceSource;
  readonly key: string;
  readonly subkey: string;
}

/** A field of the whole conversation; its source may still be open. */
export interface ThreadField {
  readonly id: number;
  readonly name: string;
  readonly source: ThreadMappingState['mapping'][string]['source'];
  readonly selectedFields: readonly TraceSource[];
}

/** What a person has typed about a monitor. */
export interface MonitorValues {
  readonly name: string;
  readonly description: string;
  readonly level: 'trace' | 'thread';
  readonly isThreadMapping: boolean;
  readonly traceFields: readonly TraceField[];
  readonly threadFields: readonly ThreadField[];
  readonly expansions: readonly string[];
  readonly evaluators: string;
  readonly filter: string;
  readonly sampling: string;
  readonly settleSeconds: string;
  readonly maxTurns: string;
  readonly alarmBelow: string;
  readonly alarmMinutes: string;
}

export const NEW_MONITOR: MonitorValues = {
  name: '',
  description: '',
  level: 'thread',
  isThreadMapping: true,
  traceFields: [],
  threadFields: [
    { id: 0, name: 'conversation_id', source: 'thread_id', selectedFields: [] },
    { id: 1, name: 'messages', source: 'traces', selectedFields: ['input', 'output'] },
  ],
  expansions: [],
  evaluators: JSON.stringify(
    [{ type: 'jsonata', name: 'polite', expression: '$count(messages[$contains(output, "sorry")]) = 0' }],
    null,
    2,
  ),
  filter: '',
  sampling: '100',
  settleSeconds: '60',
  maxTurns: '1000',
  alarmBelow: '',
  alarmMinutes: '60',
};

export function valuesOf(view: MonitorView): MonitorValues {
  const { name, description = '', level, mapping, evaluators, filter = '', sampling, alarm } = view;
  const fields = Object.entries(mapping.mapping);
  const threadFields = fields.flatMap(([field, one], id) =>
    one.type === 'thread' ? [{ id, name: field, source: one.source, selectedFields: one.selectedFields }] : [],
  );
  return {
    name,
    description,
    level,
    isThreadMapping: threadFields.length > 0,
    traceFields: fields.flatMap(([field, one], id) =>
      one.type === 'thread'
        ? []
        : [{ id, name: field, source: one.source, key: one.key ?? '', subkey: one.subkey ?? '' }],
    ),
    threadFields,
    expansions: mapping.expansions,
    evaluators: JSON.stringify(evaluators, null, 2),
    filter,
    sampling: String(sampling * 100),
    settleSeconds: String(view.settleSeconds),
    maxTurns: String(view.maxTurns),
    alarmBelow: alarm ? String(alarm.passedBelow * 100) : '',
    alarmMinutes: String(alarm?.minutes ?? 60),
  };
}

export function traceMapping({ traceFields, expansions }: MonitorValues): MappingState {
  const fields = traceFields.filter(({ name }) => name.trim() !== '');
  return {
    mapping: Object.fromEntries(
      fields.map(({ name, source, key, subkey }) => [
        name.trim(),
        { source, ...(key && { key }), ...(subkey && { subkey }) },
      ]),
    ),
    expansions: [...expansions],
  };
}

function threadMapping({ threadFields }: MonitorValues): ThreadMappingState {
  const fields = threadFields.filter(({ name }) => name.trim() !== '');
  return {
    mapping: Object.fromEntries(
      fields.map(({ name, source, selectedFields }) => [name.trim(), { source, selectedFields: [...selectedFields] }]),
    ),
  };
}

/** The mapping as it will be kept. */
export const mergedMapping = (values: MonitorValues): MappingState =>
  mergeThreadAndTraceMappings(traceMapping(values), threadMapping(values), values.isThreadMapping);

/** The request that saves it. */
export function bodyOf(values: MonitorValues, enabled: boolean): Record<string, unknown> {
  const { description, filter, alarmBelow, level } = values;
  return {
    ...(description && { description }),
    enabled,
    level,
    mapping: traceMapping(values),
    threadMapping: threadMapping(values),
    isThreadMapping: values.isThreadMapping,
    evaluators: parseJson(values.evaluators),
    ...(filter.trim() && { filter }),
    sampling: Number(values.sampling) / 100,
    settleSeconds: Number(values.settleSeconds),
    maxTurns: Number(values.maxTurns),
    ...(alarmBelow.trim() && {
      alarm: { passedBelow: Number(alarmBelow) / 100, minutes: Number(values.alarmMinutes) },
    }),
  };
}
