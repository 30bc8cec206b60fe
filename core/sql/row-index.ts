import { SHOWN_CHARACTERS } from '../../contracts/api/rows.ts';
import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

const COLUMNS = [
  'row_index',
  'sample_id',
  'status',
  'attempts',
  'input',
  'expected',
  'actual_output',
  'error_class',
  'error_name',
  'error_message',
  'latency_ms',
  'total_tokens',
  'cost_usd',
  'passed',
  'scores',
  'trial',
  'finished_at',
  'variant',
] as const;

/** They have a sign before them, so that an empty one differs from none. */
const TEXTS: readonly string[] = ['input', 'expected', 'actual_output', 'error_message', 'scores'];
const LONGEST_SCORES = 4000;

/** What tables show of a run's loaded rows, in row order. Athena leaves the result as one CSV file. */
export const selectRowIndex = (tables: Tables, evaluationId: string): string =>
  `SELECT ${COLUMNS.map(selected).join(', ')}
FROM ${tables.results} WHERE evaluation_id = ${literal(evaluationId)} ORDER BY row_index, coalesce(trial, 0), coalesce(variant, '')`;

function selected(name: string): string {
  if (name === 'finished_at') return 'to_iso8601(CAST(finished_at AS timestamp(3))) AS finished_at';
  if (!TEXTS.includes(name)) return name;
  const most = name === 'scores' ? LONGEST_SCORES : SHOWN_CHARACTERS;
  return `coalesce(concat('=', substr(${name}, 1, ${most})), '') AS ${name}`;
}
