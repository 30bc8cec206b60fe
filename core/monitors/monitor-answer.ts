import type { ScoredAnswer } from '../../contracts/score.ts';
import type { Trace } from '../../contracts/trace.ts';
import { asText } from '../json.ts';

/**
 * Mapped fields as evaluators see them. What they compare is the field `output` (or `actual`), else everything that is
 * mapped, as JSON; `expected`, `input` and `metadata` are the fields of these names. Expressions find every field by its
 * name, and all of them under `data`.
 */
export function monitorAnswer(trace: Trace, data: Readonly<Record<string, unknown>>): ScoredAnswer {
  const actual = data.output ?? data.actual ?? data;
  return {
    ...data,
    sample_id: trace.trace_id,
    row_index: 0,
    input: data.input,
    ...(data.expected !== undefined && { expected: asText(data.expected) }),
    metadata: data.metadata,
    actual: asText(actual),
    response: undefined,
    latency_ms: trace.latency,
    cost_usd: trace.cost,
    data,
  };
}
