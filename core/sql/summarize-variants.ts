import { VARIANT } from '../../domain/run-log/counting-sql.ts';
import { PASSED } from '../pass-rate.ts';
import { loadedResults, sumOf } from './summarize.ts';
import type { Tables } from './tables.ts';

/** Rows, whichever of them were answered for several models: a row has failed if one of these has. */
export const countRowsCalled = (tables: Tables, evaluationId: string): string =>
  `SELECT count_if(failed > 0) AS failed, count_if(failed = 0 AND skipped > 0) AS skipped, count_if(failed = 0 AND skipped = 0) AS succeeded FROM (
  SELECT sample_id, count_if(status = 'failed') AS failed, count_if(status = 'skipped') AS skipped FROM ${loadedResults(tables, evaluationId)} GROUP BY sample_id, coalesce(trial, 0)
)`;

/** The figures of each model that the target has answered for. */
export const summarizeVariants = (tables: Tables, evaluationId: string): string =>
  `SELECT ${VARIANT} AS variant, count(*) AS n, count_if(status = 'failed') AS failed, count_if(${PASSED}) AS passed, count(${PASSED}) AS compared, ${sumOf('total_tokens')} AS total_tokens, ${sumOf('cost_usd')} AS cost_usd, count(cost_usd) AS priced, avg(latency_ms) AS latency_mean
FROM ${loadedResults(tables, evaluationId)} AND ${VARIANT} <> '' GROUP BY ${VARIANT} ORDER BY 1`;
