import type { Figure } from '../../contracts/figures.ts';
import { OUTCOME_UNKNOWN } from '../on-unknown.ts';
import { literal } from './literal.ts';

export const sumOf = (figure: Figure): string => `coalesce(sum(${figure}), 0)`;

/** What a run's counters say of these rows: one row, a column for each of them. */
export const countSettled = (rows: string): string =>
  `SELECT count_if(status = 'succeeded') AS succeeded,
  count_if(status = 'failed') AS failed,
  count_if(status = 'skipped') AS skipped,
  count_if(error_name = ${literal(OUTCOME_UNKNOWN)}) AS unknown,
  ${sumOf('latency_ms')} AS latency_ms_sum,
  ${sumOf('prompt_tokens')} AS prompt_tokens,
  ${sumOf('completion_tokens')} AS completion_tokens,
  ${sumOf('total_tokens')} AS total_tokens,
  ${sumOf('cost_usd')} AS cost_usd,
  count(cost_usd) AS priced
FROM (${rows})`;
