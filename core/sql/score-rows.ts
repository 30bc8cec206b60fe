import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

const ANSWER_COLUMNS = [
  'sample_id',
  'row_index',
  'status',
  'input',
  'expected',
  'metadata',
  'actual_output',
  'latency_ms',
  'cost_usd',
  'scores',
  'trial',
  'variant',
];

/** The loaded rows of a run, for the evaluators. The whole response only where one of them looks at it: it is long. */
export function unloadAnswers(
  tables: Tables,
  evaluationId: string,
  { withResponse }: { readonly withResponse: boolean },
  destination: string,
): string {
  const columns = [...ANSWER_COLUMNS, ...(withResponse ? ['full_response'] : [])];
  const rows = `SELECT ${columns.join(', ')} FROM ${tables.results} WHERE evaluation_id = ${literal(evaluationId)}`;
  return `UNLOAD (${rows}) TO ${literal(destination)} WITH (format = 'JSON')`;
}

/** Puts the scores of one shard on the rows they belong to. Running it again changes nothing. */
export const mergeScores = (tables: Tables, evaluationId: string, scoringId: string, shard: number): string =>
  `MERGE INTO ${tables.results} t USING (
  SELECT sample_id, coalesce(TRY_CAST(trial AS integer), 0) AS trial, coalesce(variant, '') AS variant, scores, TRY_CAST(passed AS boolean) AS passed FROM ${tables.scores}
  WHERE evaluation_id = ${literal(evaluationId)} AND scoring_id = ${literal(scoringId)} AND shard = ${shard} AND sample_id IS NOT NULL
) s ON t.evaluation_id = ${literal(evaluationId)} AND t.sample_id = s.sample_id AND coalesce(t.trial, 0) = s.trial AND coalesce(t.variant, '') = s.variant
WHEN MATCHED THEN UPDATE SET scores = s.scores, passed = s.passed`;

export const countLoaded = (tables: Tables, evaluationId: string): string =>
  `SELECT count(*) AS n FROM ${tables.results} WHERE evaluation_id = ${literal(evaluationId)}`;

/** Puts all scores on one row; whether it passed stays. */
export const setScores = (
  tables: Tables,
  evaluationId: string,
  row: { sampleId: string; trial: number; variant: string },
  scores: string,
): string =>
  `UPDATE ${tables.results} SET scores = ${literal(scores)} WHERE evaluation_id = ${literal(evaluationId)} AND sample_id = ${literal(row.sampleId)} AND coalesce(trial, 0) = ${row.trial} AND coalesce(variant, '') = ${literal(row.variant)}`;
