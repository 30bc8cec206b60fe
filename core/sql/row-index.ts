import { SHOWN_CHARACTERS } from '../../contracts/api/rows.ts';
import { GAP, SHOWN_METADATA, SHOWN_START } from '../rows/index-row.ts';
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
  'prompt_tokens',
  'completion_tokens',
  'metadata',
] as const;

/** They have a sign before them, so that an empty one differs from none. */
const TEXTS: readonly string[] = ['input', 'expected', 'actual_output', 'error_message', 'scores', 'metadata'];
const LONGEST: Readonly<Record<string, number>> = { metadata: SHOWN_METADATA };

/** What tables show of a run's loaded rows, in row order. Athena leaves the result as one CSV file. */
export const selectRowIndex = (tables: Tables, evaluationId: string): string =>
  `SELECT ${COLUMNS.map(selected).join(', ')}
FROM ${tables.results} WHERE evaluation_id = ${literal(evaluationId)} ORDER BY row_index, coalesce(trial, 0), coalesce(variant, '')`;

function selected(name: string): string {
  if (name === 'finished_at') return 'to_iso8601(CAST(finished_at AS timestamp(3))) AS finished_at';
  if (!TEXTS.includes(name)) return name;
  return `coalesce(concat('=', ${name === 'error_message' ? shownError(name) : shown(name)}), '') AS ${name}`;
}

/** Figures are computed from the scores, so they are whole. */
const shown = (name: string): string =>
  name === 'scores' ? name : `substr(${name}, 1, ${LONGEST[name] ?? SHOWN_CHARACTERS})`;

function shownError(name: string): string {
  const parts = [
    `substr(${name}, 1, ${SHOWN_START})`,
    literal(GAP),
    `substr(${name}, ${SHOWN_START + GAP.length - SHOWN_CHARACTERS})`,
  ];
  return `CASE WHEN length(${name}) > ${SHOWN_CHARACTERS} THEN concat(${parts.join(', ')}) ELSE ${name} END`;
}
