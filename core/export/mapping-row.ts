import { fromColumn } from '../json.ts';

/** What `outputMapping` sees of a row: the columns of the results table, and `output`, the answer as a value. */
export const MAPPING_COLUMNS = [
  'sample_id',
  'row_index',
  'input',
  'expected',
  'metadata',
  'actual_output',
  'status',
  'error_class',
  'error_name',
  'error_message',
  'latency_ms',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cost_usd',
  'attempts',
  'calls',
  'scores',
  'passed',
  'provider_name',
  'model_name',
  'target_name',
  'trace_ref',
] as const;

/** Only rows of a mapping that speaks of it carry it. */
export const FULL_RESPONSE = 'full_response';

/** Absent values are left out, so that `$exists` tells. */
export function mappingRow(json: string): { row_index: number; sample_id: string } {
  const columns = Object.entries(JSON.parse(json)).filter(([, value]) => value !== null);
  const row = Object.fromEntries(columns) as { row_index: number; sample_id: string; actual_output?: string };
  return { ...row, output: fromColumn(row.actual_output) } as typeof row;
}
