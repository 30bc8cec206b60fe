import { RESULT_COLUMNS, type ResultRow } from '../../contracts/result-row.ts';
import type { RowVerdict } from '../../contracts/row-verdict.ts';
import { latestResults } from '../../core/sql/latest-results.ts';
import { literal } from '../../core/sql/literal.ts';
import { hasVerdict } from '../../core/sql/row-verdict.ts';
import { VARIANT } from '../../domain/run-log/counting-sql.ts';
import { type QueryRow, runQuery } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';

/** What results can be sorted by, and the column behind it. */
export const SORTS = {
  row: 'row_index',
  latency: 'latency_ms',
  cost: 'cost_usd',
  tokens: 'total_tokens',
  status: 'status',
  attempts: 'attempts',
} as const;
export type Sort = keyof typeof SORTS;

export interface ResultsQuery {
  readonly status?: string;
  readonly verdict?: RowVerdict;
  /** Found anywhere in the row's texts, whatever the case. */
  readonly search?: string;
  readonly errorClass?: string;
  readonly row?: number;
  readonly sample?: string;
  readonly trial?: number;
  /** Of a target that answers for several models: the results of one. */
  readonly variant?: string;
  /** Only rows whose score is at least, or at most, this: SQL, as `rowScore` gives it. */
  readonly score?: { readonly by: string; readonly least?: number; readonly most?: number };
  readonly sort?: Sort;
  readonly descending?: boolean;
  readonly offset?: number;
  readonly limit: number;
  /** Requests and answers may be megabytes each; a list of many rows does without. */
  readonly withoutResponse?: boolean;
}

const SEARCHED = ['sample_id', 'input', 'expected', 'actual_output', 'error_name', 'error_message', 'metadata'];
const NUMERIC: ReadonlySet<string> = new Set(['int', 'long', 'double']);
const NUMBERS = Object.entries(RESULT_COLUMNS)
  .filter(([, { type }]) => NUMERIC.has(type))
  .map(([name]) => name);

const LARGE = ['full_response', 'request'];
const WITHOUT_RESPONSE = Object.keys(RESULT_COLUMNS)
  .map((name) => (LARGE.includes(name) ? `CAST(NULL AS varchar) AS ${name}` : name))
  .join(', ');

/** Rows of a run, each once, latest attempt; those that have settled while it still goes on are there too. */
export async function readResults(
  evaluationId: string,
  query: ResultsQuery,
  installation: Installation,
): Promise<ResultRow[]> {
  const direction = query.descending ? 'DESC' : 'ASC';
  const order = `${SORTS[query.sort ?? 'row']} ${direction} NULLS LAST, row_index ASC, coalesce(trial, 0) ASC, ${VARIANT} ASC`;
  const rows = await runQuery(
    `SELECT ${query.withoutResponse ? WITHOUT_RESPONSE : '*'} FROM (${latestResults(installation.tables, evaluationId)})${where(query)} ORDER BY ${order} OFFSET ${query.offset ?? 0} LIMIT ${query.limit}`,
    installation.queries,
  );
  return rows.map(resultRow);
}

export async function countResults(
  evaluationId: string,
  query: ResultsQuery,
  installation: Installation,
): Promise<number> {
  const [row] = await runQuery(
    `SELECT count(*) AS n FROM (${latestResults(installation.tables, evaluationId)})${where(query)}`,
    installation.queries,
  );
  return Number(row?.n ?? 0);
}

function where({ status, verdict, search, errorClass, row, sample, trial, variant, score }: ResultsQuery): string {
  const conditions = [
    status && `status = ${literal(status)}`,
    verdict && `(${hasVerdict(verdict)})`,
    errorClass && `error_class = ${literal(errorClass)}`,
    row !== undefined && `row_index = ${row}`,
    sample && `sample_id = ${literal(sample)}`,
    trial !== undefined && `coalesce(trial, 0) = ${trial}`,
    variant !== undefined && `${VARIANT} = ${literal(variant)}`,
    score?.least !== undefined && `${score.by} >= ${score.least}`,
    score?.most !== undefined && `${score.by} <= ${score.most}`,
    search &&
      `(${SEARCHED.map((name) => `strpos(lower(coalesce(${name}, '')), lower(${literal(search)})) > 0`).join(' OR ')})`,
  ].filter(Boolean);
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
}

/** Athena gives every value as text. */
function resultRow(row: QueryRow): ResultRow {
  const entries = Object.entries(row).map(([name, value]) => {
    if (value === null) return [name, null];
    if (NUMBERS.includes(name)) return [name, Number(value)];
    return [name, name === 'passed' ? value === 'true' : value];
  });
  return Object.fromEntries(entries) as ResultRow;
}
