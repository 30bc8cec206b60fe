import type { IndexRow } from '../../contracts/api/rows.ts';
import type { Bars, RunCharts } from '../../contracts/api/run-charts.ts';
import { HUMAN } from '../../contracts/human.ts';
import { groupErrors } from '../error-groups.ts';
import { scoresOfRow } from './scores-of-row.ts';
import { segmentsOfRows } from './segments.ts';

const BARS = 24;
const MOST_POINTS = 60;
const MOST_GROUPS = 20;

/** What pictures of a run show, over all its settled rows. */
export function chartsOfRows(rows: readonly IndexRow[]): RunCharts {
  const answered = rows.filter(({ status }) => status === 'succeeded');
  const scores = new Map<string, number[]>();
  for (const row of answered) {
    for (const [name, { score }] of Object.entries(scoresOfRow(row))) {
      if (typeof score !== 'number') continue;
      const values = scores.get(name) ?? [];
      values.push(score);
      scores.set(name, values);
    }
  }
  const failed = rows.filter(({ status }) => status === 'failed').map(failure);
  return {
    latencyMs: spread(answered.flatMap(({ latencyMs }) => latencyMs ?? [])),
    costUsd: spread(answered.flatMap(({ costUsd }) => costUsd ?? [])),
    costOverTime: costOverTime(rows),
    checked: {
      passed: answered.filter(({ passed }) => passed === true).length,
      wrong: answered.filter(({ passed }) => passed === false).length,
    },
    scores: Object.fromEntries([...scores].map(([name, values]) => [name, spread(values, { low: 0, high: 1 })])),
    errors: grouped(failed),
    failures: grouped(answered.flatMap(mistake)),
    segments: segmentsOfRows(rows),
  };
}

const grouped = (rows: readonly ReturnType<typeof failure>[]): RunCharts['errors'] =>
  groupErrors(rows)
    .slice(0, MOST_GROUPS)
    .map(({ hint, ...group }) => ({ ...group, rows: [...group.rows], ...(hint && { hint }) }));

/** Labels are short enough to be told from each other at a glance. */
const LONGEST_LABEL = 40;

/** Why an answer failed: the reason of the first evaluator that failed it, or which label it gave instead. */
function mistake(row: IndexRow): ReturnType<typeof failure>[] {
  if (row.passed !== false) return [];
  const { expected, actualOutput: answer } = row;
  const [name, reason] =
    Object.entries(scoresOfRow(row)).flatMap(([evaluator, score]) =>
      evaluator !== HUMAN && score.passed === false ? [[evaluator, score.reason] as const] : [],
    )[0] ?? [];
  const areLabels = [expected, answer].every((text) => text !== null && text.length <= LONGEST_LABEL);
  const other = areLabels ? `Expected ${expected}, answered ${answer}` : 'Another answer than the expected one';
  const message = typeof reason === 'string' && reason !== '' ? reason : other;
  return [{ row_index: row.rowIndex, error_name: name ?? 'expected', error_message: message }];
}

const failure = ({ rowIndex, errorName, errorMessage }: IndexRow) => ({
  row_index: rowIndex,
  error_name: errorName,
  error_message: errorMessage,
});

/** Equal steps from the least to the most, unless told between what; all values the same make one bar. */
export function spread(values: readonly number[], between?: { low: number; high: number }): Bars {
  let low = between?.low ?? Number.POSITIVE_INFINITY;
  let high = between?.high ?? Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (values.length === 0) return { low: 0, width: 0, counts: [] };
  if (low === high) return { low, width: 0, counts: [values.length] };
  const width = (high - low) / BARS;
  const counts = new Array<number>(BARS).fill(0);
  for (const value of values) {
    const index = Math.min(BARS - 1, Math.floor((value - low) / width));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return { low, width, counts };
}

/** What the rows have cost together at moments of the run; none where no row says what it cost. */
function costOverTime(rows: readonly IndexRow[]): RunCharts['costOverTime'] {
  const paid = rows
    .flatMap(({ finishedAt, costUsd }) => (finishedAt && costUsd ? [{ at: Date.parse(finishedAt), costUsd }] : []))
    .sort((a, b) => a.at - b.at);
  const step = Math.max(1, Math.ceil(paid.length / MOST_POINTS));
  let costUsd = 0;
  return paid.flatMap((row, index) => {
    costUsd += row.costUsd;
    const isShown = index % step === 0 || index === paid.length - 1;
    return isShown ? [{ at: new Date(row.at).toISOString(), costUsd }] : [];
  });
}
