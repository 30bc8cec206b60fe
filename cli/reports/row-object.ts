import type { ResultRow } from '../../contracts/result-row.ts';
import { parseJson } from '../json.ts';

/** A result row with parsed JSON columns. */
export const rowObject = (row: ResultRow) => ({
  ...row,
  input: parseJson(row.input),
  metadata: parseJson(row.metadata),
  full_response: parseJson(row.full_response),
  scores: parseJson(row.scores),
  request: parseJson(row.request),
});
