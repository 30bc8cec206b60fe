/** What a row is known by in a run: its id, and which of its trials it is. */
const ROW_KEY = 'sample_id, coalesce(trial, 0)';

/** Of a target that answers for several models: the model of a result. */
export const VARIANT = "coalesce(variant, '')";

/** Attempts of a row, the one that counts first; `counting-rows.ts` states the same rule in TypeScript. */
const COUNTING_FIRST = `CASE WHEN ${VARIANT} = '' THEN 0 ELSE 1 END DESC, CASE WHEN status = 'skipped' THEN 0 ELSE 1 END DESC, attempt DESC`;

/** Whether a result counts: it belongs to the attempt that counts, and is the first of its variant. */
export const COUNTS = 'of_attempt = 1 AND of_variant = 1';

/**
 * The columns that `COUNTS` looks at.
 * @param tie what to prefer among results of the same attempt, before the one that settled the row first
 */
export const countingColumns = (tie = ''): string =>
  `rank() OVER (PARTITION BY ${ROW_KEY} ORDER BY ${COUNTING_FIRST}) AS of_attempt, row_number() OVER (PARTITION BY ${ROW_KEY}, ${VARIANT} ORDER BY ${COUNTING_FIRST}${tie}, finished_at) AS of_variant`;
