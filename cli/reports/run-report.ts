import { countResults, type ResultsQuery, readResults } from '../../client/runs/read-results.ts';
import type { EndedRun } from '../../client/runs/watch-run.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { type AnswerWithin, answerWithin, ROWS_TRIED } from '../../core/answer-within.ts';
import { gradingReasons } from '../../core/scoring/verdicts.ts';
import type { Verdict } from '../../core/thresholds.ts';
import { isOver } from '../../domain/run-records/run-record.ts';
import type { Connection } from '../connect/connect.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

/** Everything there is to say about a run that has ended; terminal, JSON, JUnit and Markdown are its readers. */
export interface RunReport extends EndedRun {
  readonly name: string;
  readonly failedRows: readonly ResultRow[];
  /** Rows that were answered and did not pass. */
  readonly wrongRows: readonly ResultRow[];
  /** Every result in row order, where the report lists them all, and how many there are. */
  readonly rows: readonly ResultRow[];
  readonly results: number;
  readonly verdicts: readonly Verdict[];
  /** The field to compare, where the answers are whole objects. */
  readonly mapping?: AnswerWithin;
}

/** Rows of each kind that a report reads; `all` of them where it lists every result. */
export interface RowsRead {
  readonly failed: number;
  readonly wrong: number;
  readonly all?: number;
  /** The run comes from a file with `mappings`: its errors name them as the file does. */
  readonly hasMappings?: boolean;
}

/** A configuration calls a mapping `endpointOutputMapping` that an evaluation file calls `mappings.output`. */
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
  const read = async (there: number, limit: number, query: Pick<ResultsQuery, 'status' | 'verdict'>) => {
    if (there === 0 || limit === 0) return [];
    const found = await readResults(evaluationId, { ...query, limit, withoutResponse: true }, connection);
    return most.hasMappings ? found.map(asInFile) : found;
  };
  const { all = 0 } = most;
  const [failedRows, wrongRows, rows] = await Promise.all([
    read(failed, most.failed, { status: 'failed' }),
    read(wrong, most.wrong, { verdict: 'wrong' }),
    read(total, all, {}),
  ]);
  // Trials and variants have results of their own, so the total is counted only where the list may be cut.
  const results =
    rows.length < all || all === 0 ? rows.length : await countResults(evaluationId, { limit: 0 }, connection);
  const mapping = await mappingFor(evaluationId, wrongRows, connection);
  return { ...ended, name, failedRows, wrongRows, rows, results, verdicts: [], ...(mapping && { mapping }) };
}

/** A mapping sees the whole response, which lists of rows are read without. */
async function mappingFor(id: string, wrong: readonly ResultRow[], connection: Connection) {
  if (!answerWithin(wrong)) return undefined;
  return answerWithin(await readResults(id, { status: 'succeeded', limit: ROWS_TRIED }, connection));
}

/** Rows that failed are results. A run that did not get through its rows, or got no answer at all, has measured nothing. */
export function exitCodeOf({
  status,
  summary,
  verdicts,
}: Pick<RunReport, 'status' | 'summary' | 'verdicts'>): ExitCode {
  if (status !== 'completed' && isOver(status)) return EXIT.incomplete;
  if (verdicts.some(({ blocks }) => blocks)) return EXIT.notMet;
  return summary && summary.succeeded === 0 && summary.failed > 0 ? EXIT.incomplete : EXIT.ok;
}

/** What a row that failed grading answered, and why it failed, in one line. */
export const wrongAnswerOf = ({ expected, actual_output, scores }: ResultRow): string =>
  [expected !== null && `expected: ${expected}`, `answered: ${actual_output}`, ...gradingReasons(scores)]
    .filter(Boolean)
    .join(' · ');

/** Why a row failed, in one line. */
export const reasonOf = ({ error_name, error_message }: ResultRow): string =>
  [error_name, error_message].filter(Boolean).join(': ');
