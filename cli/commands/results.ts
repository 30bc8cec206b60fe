import { type Command, Option } from 'commander';
import { countResults, type ResultsQuery, readResults, SORTS, type Sort } from '../../client/runs/read-results.ts';
import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { HUMAN } from '../../contracts/human.ts';
import { type ResultRow, ROW_STATUSES } from '../../contracts/result-row.ts';
import { evaluatorsOf } from '../../contracts/run-evaluators.ts';
import { isWhole, ROWS_TRIED } from '../../core/answer-within.ts';
import { milliseconds, plural, rowCost } from '../../core/format.ts';
import { rowNumber, toRowIndex } from '../../core/row-number.ts';
import { sentRequest } from '../../core/sent-request.ts';
import { rowScore, scoreBy } from '../../core/sql/row-score.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';
import { type ScoreBound, scoreBound, type VerdictFilter, verdictOption, whole } from '../option-values.ts';
import { printRow } from '../reports/print-row.ts';
import { reasonColumn } from '../reports/reason-column.ts';
import { rowObject } from '../reports/row-object.ts';
import { statusColour } from '../reports/status-colour.ts';
import { configOfRecord, forEachRun } from '../runs/read-record.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly status?: string;
  readonly verdict?: VerdictFilter;
  readonly search?: string;
  readonly class?: string;
  readonly sort: Sort;
  readonly desc?: boolean;
  readonly page: number;
  readonly limit: number;
  readonly row?: number;
  readonly trial?: number;
  readonly sample?: string;
  readonly variant?: string;
  readonly minScore?: ScoreBound;
  readonly maxScore?: ScoreBound;
}

export function resultsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('results')
    .argument('<id>', 'the ID of a run or experiment')
    .addOption(new Option('--status <status>', 'only rows with this status').choices([...ROW_STATUSES]))
    .addOption(verdictOption())
    .addOption(
      new Option('--class <class>', 'only errors of this class').choices(['transient', 'permanent', 'validation']),
    )
    .option(
      '--min-score <score>',
      'only rows with at least this score: 0.8 overall, or exact=0.8 for one evaluator',
      scoreBound,
    )
    .option('--max-score <score>', 'only rows with at most this score', scoreBound)
    .option('--search <text>', 'only rows that contain this text')
    .addOption(new Option('--sort <by>', 'sort by').choices(Object.keys(SORTS)).default('row'))
    .option('--desc', 'descending')
    .option('--page <n>', 'page number', whole(1), 1)
    .option('--limit <n>', 'rows per page', whole(1, 1000), 20)
    .option('--row <n>', 'show everything about one row; the first is 1', whole(1))
    .option('--trial <n>', 'with --row or --sample, the trial; the first is 1', whole(1))
    .option('--sample <id>', 'show everything about the row with this sample_id')
    .option('--variant <name>', 'only this variant, if the target answers for several models');
  defineAction<Options>(command, shell, ({ terminal, connected }, options, id = '') =>
    connected((connection) =>
      forEachRun(id, connection, terminal, (record) => showResults(record, options, connection, terminal)),
    ),
  );
}

async function showResults(
  record: RunRecord,
  options: Options,
  connection: Connection,
  terminal: Terminal,
): Promise<void> {
  const id = record.evaluation_id;
  const query = { ...queryOf(options), ...scoreOf(options, evaluatorsOf(record)) };
  if (options.row !== undefined || options.sample) {
    const [row, ...others] = await readResults(id, query, connection);
    if (!row)
      throw usageError(
        `Run ${id} has no result for ${options.sample ?? `row ${options.row}`}${options.trial ? `, trial ${options.trial}` : ''}.`,
      );
    const sent = sentRequest(configOfRecord(record), row);
    terminal.object({ evaluationId: id, row: rowObject(row), ...(sent && { sent }) });
    const first = isWhole(row)
      ? await readResults(id, { status: 'succeeded', limit: ROWS_TRIED }, connection)
      : undefined;
    printRow(terminal, row, sent, first);
    const last = others.at(-1)?.trial;
    if (last && !terminal.json) terminal.note(`Trial 1 of ${last + 1}. Show another with --trial N.`);
    return;
  }
  const [total, rows] = await Promise.all([countResults(id, query, connection), readResults(id, query, connection)]);
  const pages = Math.max(1, Math.ceil(total / options.limit));
  terminal.object({ evaluationId: id, total, page: options.page, pages, rows: rows.map(rowObject) });
  if (rows.length === 0)
    return terminal.line(
      total === 0 ? 'No matching rows.' : `Page ${options.page} does not exist. The last page is ${pages}.`,
    );
  terminal.table(rows, [
    { title: 'row', value: (row) => rowNumber(row.row_index), right: true },
    ...(rows.some((row) => row.trial)
      ? [{ title: 'trial', value: (row: ResultRow) => (row.trial ?? 0) + 1, right: true }]
      : []),
    ...(rows.some((row) => row.variant)
      ? [{ title: 'variant', value: (row: ResultRow) => row.variant, shrinkTo: 8 }]
      : []),
    { title: 'sample', value: (row) => row.sample_id, shrinkTo: 8 },
    { title: 'status', value: (row) => row.status, colour: (row) => statusColour(row.status) },
    { title: 'expected', value: (row) => row.expected, shrinkTo: 10 },
    {
      title: 'answer or error',
      value: (row) => (row.status === 'succeeded' ? row.actual_output : `${row.error_name}: ${row.error_message}`),
      colour: (row) => {
        if (row.status !== 'succeeded') return statusColour(row.status);
        if (row.passed === null) return undefined;
        return row.passed ? 'green' : 'red';
      },
      shrinkTo: 16,
    },
    ...reasonColumn(rows),
    { title: 'latency', value: (row) => milliseconds(row.latency_ms ?? undefined), right: true },
    { title: 'cost', value: (row) => rowCost(row.status, row.cost_usd), right: true },
    { title: 'calls', value: (row) => row.calls, right: true },
  ]);
  if (!terminal.json)
    terminal.note(`Page ${options.page} of ${pages}, ${plural(total, 'row')}. Show one row with --row N`);
}

/** The score of one evaluator, or of the whole row. */
function scoreOf({ minScore, maxScore }: Options, evaluators: readonly Evaluator[]): Pick<ResultsQuery, 'score'> {
  const [first, second] = [minScore, maxScore].filter((bound) => bound !== undefined);
  if (!first) return {};
  const names = evaluators.map(nameOf);
  const { evaluator } = first;
  if (second && second.evaluator !== evaluator)
    throw usageError('--min-score and --max-score must name the same evaluator.');
  if (evaluator !== undefined && ![...names, HUMAN].includes(evaluator)) {
    throw usageError(`The run has no evaluator ${evaluator}. Its evaluators: ${names.join(', ') || 'none'}.`);
  }
  if (evaluator === undefined && evaluators.length === 0)
    throw usageError('The run has no scores, because it has no evaluators.');
  const by = evaluator === undefined ? rowScore(evaluators) : scoreBy(evaluator);
  return { score: { by, least: minScore?.score, most: maxScore?.score } };
}

const queryOf = (options: Options): ResultsQuery => ({
  status: options.status,
  ...options.verdict,
  search: options.search,
  errorClass: options.class,
  row: options.row && toRowIndex(options.row),
  trial: options.trial && options.trial - 1,
  sample: options.sample,
  variant: options.variant,
  sort: options.sort,
  descending: options.desc,
  offset: (options.page - 1) * options.limit,
  limit: options.limit,
});
