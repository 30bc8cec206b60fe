import { countResults, type ResultsQuery, readResults } from '../../client/runs/read-results.ts';
import type { EndedRun } from '../../client/runs/watch-run.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { type AnswerWithin, answerWithin, ROWS_TRIED } from '../../core/answer-within.ts';
import { gradeOf } from '../../core/pass-rate.ts';
import { gradingReasons } from '../../core/scoring/verdicts.ts';
import type { Verdict } from '../../core/thresholds.ts';
import { readSettledRows } from '../../domain/run-log/store/settled-rows.ts';
import { isOver } from '../../domain/run-records/run-record.ts';
import type { Connection } from '../connect/connect.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

/** A finished run as the terminal, JSON, JUnit and Markdown report it. */
export interface RunReport extends EndedRun {
  readonly name: string;
  readonly failedRows: readonly ResultRow[];
  /** Answers that did not pass. */
  readonly wrongRows: readonly ResultRow[];
  /** All results in row order, if the report lists them, and their number. */
  readonly rows: readonly ResultRow[];
  readonly results: number;
  readonly verdicts: readonly Verdict[];
  /** The field to compare, if the answers are objects. */
  readonly mapping?: AnswerWithin;
}

/** Rows of a run whose log is read whole: a few megabytes. */
const MOST_FROM_LOG = 5_000;

/** How many rows of each kind a report reads. */
export interface RowsRead {
  readonly failed: number;
  readonly wrong: number;
  readonly all?: number;
  /** Whether errors name mappings as an eval.yaml does. */
  readonly hasMappings?: boolean;
}

/** `endpointOutputMapping` in a configuration is `mappings.output` in an eval.yaml. */
const asInFile = (row: ResultRow): ResultRow => ({
  ...row,
  error_message:
    row.error_message?.replace(
      /\b(?:endpoint|agent|tool)(In|Out)putMapping\b/g,
      (_, side: string) => `mappings.${side.toLowerCase()}put`,
    ) ?? null,
});

export async function reportOn(
  name: string,
  ended: EndedRun,
  most: RowsRead,
  connection: Connection,
): Promise<RunReport> {
  const { evaluationId, summary } = ended;
  const { failed = 0, wrong = 0, total = 0 } = summary ?? {};
  const settled = total <= MOST_FROM_LOG ? await readGraded(evaluationId, summary, connection) : undefined;
  const read = async (there: number, limit: number, query: Pick<ResultsQuery, 'status' | 'verdict'>) => {
    if (there === 0 || limit === 0) return [];
    const found =
      settled?.filter((row) => matches(row, query)).slice(0, limit) ??
      (await readResults(evaluationId, { ...query, limit, withoutResponse: true }, connection));
    return most.hasMappings ? found.map(asInFile) : found;
  };
  const { all = 0 } = most;
  const [failedRows, wrongRows, rows] = await Promise.all([
    read(failed, most.failed, { status: 'failed' }),
    read(wrong, most.wrong, { verdict: 'wrong' }),
    read(total, all, {}),
  ]);
  // Trials and variants have their own results, so the total is counted only if the list may be cut.
  const results =
    settled?.length ??
    (rows.length < all || all === 0 ? rows.length : await countResults(evaluationId, { limit: 0 }, connection));
  const mapping = await mappingFor(evaluationId, wrongRows, settled, connection);
  return { ...ended, name, failedRows, wrongRows, rows, results, verdicts: [], ...(mapping && { mapping }) };
}

/** Lists of rows are read without the response, which a mapping needs. */
async function mappingFor(
  id: string,
  wrong: readonly ResultRow[],
  settled: readonly ResultRow[] | undefined,
  connection: Connection,
) {
  if (!answerWithin(wrong)) return undefined;
  const answered = settled?.filter(({ status }) => status === 'succeeded').slice(0, ROWS_TRIED);
  return answerWithin(answered ?? (await readResults(id, { status: 'succeeded', limit: ROWS_TRIED }, connection)));
}

const matches = (row: ResultRow, { status, verdict }: Pick<ResultsQuery, 'status' | 'verdict'>): boolean =>
  verdict === 'wrong' ? row.status === 'succeeded' && gradeOf(row) === false : !status || row.status === status;

/** All results from the run's log, which takes no query; undefined if the log is incomplete or was written before the grades. */
async function readGraded(
  evaluationId: string,
  summary: EndedRun['summary'],
  { clients, outputs }: Connection,
): Promise<readonly ResultRow[] | undefined> {
  const log = { s3: clients.s3, bucket: outputs.DataBucketName, evaluationId };
  const rows = [...(await readSettledRows(log))].sort(
    (a, b) => a.row_index - b.row_index || (a.trial ?? 0) - (b.trial ?? 0) || order(a.variant ?? '', b.variant ?? ''),
  );
  const { succeeded = 0, failed = 0, skipped = 0, compared = 0 } = summary ?? {};
  const isWhole = rows.length >= succeeded + failed + skipped;
  return isWhole && rows.filter((row) => gradeOf(row) !== undefined).length === compared ? rows : undefined;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Failed rows are results. A run that did not finish, or got no answer at all, is incomplete. */
export function exitCodeOf({
  status,
  summary,
  verdicts,
}: Pick<RunReport, 'status' | 'summary' | 'verdicts'>): ExitCode {
  if (status !== 'completed' && isOver(status)) return EXIT.incomplete;
  if (verdicts.some(({ blocks }) => blocks)) return EXIT.notMet;
  return summary && summary.succeeded === 0 && summary.failed > 0 ? EXIT.incomplete : EXIT.ok;
}

/** A failed answer with its reasons, in one line. */
export const wrongAnswerOf = ({ expected, actual_output, scores }: ResultRow): string =>
  [expected !== null && `expected: ${expected}`, `answered: ${actual_output}`, ...gradingReasons(scores)]
    .filter(Boolean)
    .join(' · ');

/** A row's error in one line. */
export const reasonOf = ({ error_name, error_message }: ResultRow): string =>
  [error_name, error_message].filter(Boolean).join(': ');
