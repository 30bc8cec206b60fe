import { VARIANT } from '../../domain/run-log/counting-sql.ts';
import { PASSED } from '../pass-rate.ts';
import { loadedResults } from './summarize.ts';
import type { Tables } from './tables.ts';

/** Rows by how many of their trials have a verdict, and how many passed. */
export const summarizeTrials = (tables: Tables, evaluationId: string): string =>
  `SELECT trials, passed, count(*) AS n FROM (
  SELECT sample_id, count(${PASSED}) AS trials, count_if(${PASSED}) AS passed FROM ${loadedResults(tables, evaluationId)} GROUP BY sample_id, ${VARIANT}
) GROUP BY trials, passed`;

/** The pass rate of each trial over all rows. */
export const passRatesByTrial = (tables: Tables, evaluationId: string): string =>
  `SELECT trial, passed, compared FROM (
  SELECT coalesce(trial, 0) AS trial, count_if(${PASSED}) AS passed, count(${PASSED}) AS compared FROM ${loadedResults(tables, evaluationId)} GROUP BY coalesce(trial, 0)
) ORDER BY trial`;
