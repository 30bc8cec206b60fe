import type { IndexRow } from '../../../contracts/api/rows.ts';
import { milliseconds, percent } from '../../../core/format.ts';
import { headlineOf } from '../../../core/headline.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { comparedRow } from '../../../core/rows/compared-row.ts';
import { shortInput } from '../../../core/short-input.ts';
import type { Column } from '../column.ts';
import { signed } from '../signed.ts';
import { StateMark } from '../state-mark.tsx';
import { stateOfRow } from '../states.ts';
import type { Change, Side, SideRow } from './side-by-side.ts';
import { latencyChange, scoreChange } from './sort-rows.ts';
import type { Grading } from './use-grading.ts';

export const WORDS: Readonly<Record<Change, string>> = {
  worse: 'got worse',
  better: 'got better',
  error: 'error in one run',
  different: 'other answer',
  uncompared: 'not compared',
  same: 'same',
  missing: 'in one run only',
};

/** A column for each run with its share of right answers in the head, and what changed by how much. */
export function sideColumns(sides: readonly Side[], rows: readonly SideRow[], grading: Grading): Column<SideRow>[] {
  const { weights, scales } = grading;
  const [only = '', ...others] = Object.keys(weights);
  // The mean of several evaluators is from 0 to 1.
  const [low, high] = others.length === 0 ? (scales[only] ?? [0, 1]) : [0, 1];
  return [
    {
      id: 'row',
      title: '#',
      width: '56px',
      right: true,
      sort: 'row',
      cell: ({ rowIndex }) => rowNumber(rowIndex),
      text: ({ rowIndex }) => String(rowNumber(rowIndex)),
    },
    {
      id: 'change',
      title: 'Change',
      width: '124px',
      sort: 'change',
      cell: ({ change }) => <span className={change === 'same' ? 'muted' : undefined}>{WORDS[change]}</span>,
      text: ({ change }) => WORDS[change],
    },
    text('Input', ({ input }) => shortInput(input)),
    text('Expected', ({ expected }) => expected ?? ''),
    ...sides.map(({ name }, index) => answers(name, index, rows)),
    ...figure(
      'score',
      sides.length > 2 ? 'Worst score change' : 'Score change',
      (row) => scoreChange(row, weights),
      (value) => (value * (high - low)).toFixed(2),
      rows,
    ),
    ...figure('latency', sides.length > 2 ? 'Worst time change' : 'Time change', latencyChange, milliseconds, rows),
  ];
}

function text(title: string, read: (row: IndexRow) => string): Column<SideRow> {
  const of = (row: SideRow) => read(row.rows.find((one) => one) as IndexRow);
  return { id: title.toLowerCase(), title, wide: true, cell: (row) => <span dir="auto">{of(row)}</span>, text: of };
}

function answers(name: string, index: number, rows: readonly SideRow[]): Column<SideRow> {
  const grades = rows.flatMap((row) => row.rows[index] ?? []).flatMap((row) => comparedRow(row).passed ?? []);
  const share = grades.length === 0 ? '' : ` · ${percent(grades.filter(Boolean).length / grades.length)}`;
  return {
    id: `run-${index}`,
    title: `${name}${share}`,
    sort: `run-${index}`,
    cell: (row) => <Answer row={row.rows[index]} />,
    text: (row) => answerOf(row.rows[index]),
  };
}

/** Left out where no row has it in two runs. */
function figure(
  id: 'score' | 'latency',
  title: string,
  read: (row: SideRow) => number | undefined,
  format: (value: number) => string,
  rows: readonly SideRow[],
): Column<SideRow>[] {
  if (rows.every((row) => read(row) === undefined)) return [];
  const shown = (row: SideRow) => {
    const value = read(row);
    return value === undefined ? '–' : signed(format)(value);
  };
  // A lower score and a longer time are worse.
  return [
    {
      id,
      title,
      width: '132px',
      right: true,
      wide: 'much',
      sort: id,
      largestFirst: id === 'latency',
      cell: shown,
      text: shown,
    },
  ];
}

const answerOf = (row: IndexRow | undefined): string =>
  row?.errorName ? `${headlineOf(row.errorMessage)} (${row.errorName})` : (row?.actualOutput ?? '');

const Answer = ({ row }: { readonly row?: IndexRow }) =>
  row ? (
    <span dir="auto">
      <StateMark bare state={stateOfRow(row)} /> {answerOf(row)}
    </span>
  ) : (
    <span className="muted">not in this run</span>
  );
