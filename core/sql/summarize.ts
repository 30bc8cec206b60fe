import { ERROR_CLASSES, type ErrorClass } from '../../contracts/errors.ts';
import type { Figure } from '../../contracts/figures.ts';
import { VARIANT } from '../../domain/run-log/counting-sql.ts';
import { OUTCOME_UNKNOWN } from '../on-unknown.ts';
import { PASSED } from '../pass-rate.ts';
import { quantilePlaces } from '../statistics/quantile-interval.ts';
import { literal } from './literal.ts';
import { hasVerdict } from './row-verdict.ts';
import type { Tables } from './tables.ts';

export const sumOf = (figure: Figure): string => `coalesce(sum(${figure}), 0)`;

/** The loaded rows of a run, to be put after FROM. */
export const loadedResults = (tables: Tables, evaluationId: string): string =>
  `${tables.results} WHERE evaluation_id = ${literal(evaluationId)}`;

/** The column with the number of failed rows of a class. */
export const failedColumn = (errorClass: ErrorClass): string => `failed_${errorClass}`;

const countFailed = (errorClass: ErrorClass): string =>
  `count_if(status = 'failed' AND coalesce(error_class, 'permanent') = ${literal(errorClass)}) AS ${failedColumn(errorClass)}`;

export const LATENCY_SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 };

/**
 * Percentiles between which those of latency lie, as far as so many calls tell. In Athena the n-th of the values lies half a
 * place before its share: asked for at the share itself, the one behind it comes.
 */
const latencyLimits = ({ calls, rows }: Called): string =>
  Object.entries(LATENCY_SHARES)
    .flatMap(([name, share]) => {
      const places = quantilePlaces(calls, share, rows);
      return Object.entries(places ?? {}).map(
        ([end, place]) => `
  approx_percentile(latency_ms, ${((place - 0.5) / calls).toFixed(9)}) AS latency_${name}_${end},`,
      );
    })
    .join('');

/** Calls that have a latency, and how many of them say something of their own: trials of a row are as one. */
export interface Called {
  readonly calls: number;
  readonly rows: number;
}

/** One row of figures over `source`, the loaded results or a subquery. Latency is of rows that were called. */
export const summarize = (source: string, called?: Called): string =>
  `SELECT count_if(status = 'succeeded') AS succeeded,
  count_if(status = 'failed') AS failed,
  count_if(status = 'skipped') AS skipped,
  count_if(${VARIANT} <> '') AS of_variants,
  ${ERROR_CLASSES.map(countFailed).join(', ')},
  count_if(error_name = ${literal(OUTCOME_UNKNOWN)}) AS unknown,
  count_if(${PASSED}) AS passed,
  count(${PASSED}) AS compared,
  count_if(${hasVerdict('wrong')}) AS wrong,
  avg(latency_ms) AS latency_mean,
  ${Object.entries(LATENCY_SHARES)
    .map(([name, share]) => `approx_percentile(latency_ms, ${share}) AS latency_${name}`)
    .join(', ')},${called ? latencyLimits(called) : ''}
  ${sumOf('latency_ms')} AS latency_ms_sum,
  ${sumOf('prompt_tokens')} AS prompt_tokens,
  ${sumOf('completion_tokens')} AS completion_tokens,
  ${sumOf('total_tokens')} AS total_tokens,
  ${sumOf('cost_usd')} AS cost_usd,
  count(cost_usd) AS priced
FROM ${source}`;
