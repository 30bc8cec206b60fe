import type { IndexRow } from '../../../contracts/api/rows.ts';
import { HUMAN } from '../../../contracts/human.ts';
import { milliseconds, rowCost } from '../../../core/format.ts';
import { headlineOf } from '../../../core/headline.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { scoreOfRow, scoresOfRow, type Weights } from '../../../core/rows/scores-of-row.ts';
import { type Scales, scoreText } from '../../../core/scoring/own-scale.ts';
import { shortInput } from '../../../core/short-input.ts';
import type { Column } from '../../parts/column.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { STATES, stateOfRow } from '../../parts/states.ts';
import { fieldColumn, isShort, scoreColumn } from './field-columns.tsx';

/** Of a row that was called several times, each trial has a line of its own, and each model that has answered it. */
export function nameOfRow({ rowIndex, trial, variant }: Pick<IndexRow, 'rowIndex' | 'trial' | 'variant'>): string {
  const number = trial ? `${rowNumber(rowIndex)}.${trial + 1}` : String(rowNumber(rowIndex));
  return variant ? `${number} ${variant}` : number;
}

function scoreOf(row: IndexRow, weights: Weights, scale: Scales[string] | undefined): string {
  const score = scoreOfRow(row, weights);
  return score === null ? '–' : scoreText(score, scale);
}

/** What a person said of the answer. */
function markOf(row: IndexRow): 'Passed' | 'Failed' | undefined {
  const { passed } = scoresOfRow(row)[HUMAN] ?? {};
  return passed === undefined ? undefined : passed ? 'Passed' : 'Failed';
}

const answerOf = ({ actualOutput, errorName, errorMessage }: IndexRow): string =>
  errorName ? `${errorMessage ?? ''} (${errorName})` : (actualOutput ?? '');

interface Shown {
  /** Rows have an expected answer. */
  readonly checked: boolean;
  /** A person has marked some row. */
  readonly marked: boolean;
  /** Several models have answered each row. */
  readonly models: boolean;
  /** What some row cost is known. */
  readonly priced: boolean;
  /** By evaluator, where there are any. */
  readonly weights: Weights;
  readonly scales: Scales;
  readonly open: (row: IndexRow) => void;
  /** Of the inputs, each with a column of its own. */
  readonly fields: readonly string[];
}

const MOST_SCORES = 4;

/** What a row shows of itself in the table; all of it opens beside. */
export function rowColumns(shown: Shown, rows: readonly IndexRow[]): Column<IndexRow>[] {
  const { checked, marked, models, priced, weights, scales, open, fields } = shown;
  const expected: Column<IndexRow> = {
    id: 'expected',
    title: 'Expected',
    width: isShort(rows, (row) => row.expected ?? '') ? '110px' : '18%',
    wide: true,
    sort: 'expected',
    cell: (row) => <span dir="auto">{row.expected}</span>,
    text: (row) => row.expected ?? '',
  };
  const input: Column<IndexRow> = {
    id: 'input',
    title: 'Input',
    sort: 'input',
    cell: (row) => <span dir="auto">{shortInput(row.input)}</span>,
    text: (row) => shortInput(row.input),
  };
  const [only, ...others] = Object.keys(weights);
  // The mean of several evaluators is from 0 to 1.
  const scale = only !== undefined && others.length === 0 ? scales[only] : undefined;
  const score: Column<IndexRow> = {
    id: 'score',
    title: 'Score',
    width: '68px',
    right: true,
    wide: true,
    sort: 'score',
    cell: (row) => scoreOf(row, weights, scale),
    text: (row) => scoreOf(row, weights, scale),
  };
  const model: Column<IndexRow> = {
    id: 'model',
    title: 'Model',
    width: '112px',
    sort: 'model',
    cell: ({ variant }) => <span title={variant}>{variant}</span>,
    text: ({ variant }) => variant,
  };
  const mark: Column<IndexRow> = {
    id: 'mark',
    title: 'Marked',
    width: '84px',
    wide: true,
    cell: (row) => markOf(row),
    text: (row) => markOf(row) ?? '',
  };
  const cost: Column<IndexRow> = {
    id: 'cost',
    title: 'Cost',
    width: '84px',
    right: true,
    wide: true,
    sort: 'cost',
    largestFirst: true,
    cell: ({ status, costUsd }) => rowCost(status, costUsd),
    text: ({ status, costUsd }) => rowCost(status, costUsd),
  };
  return [
    {
      id: 'row',
      title: '#',
      width: '72px',
      right: true,
      sort: 'row',
      cell: (row) => (
        <button type="button" className="plain" aria-label={`Open row ${nameOfRow(row)}`} onClick={() => open(row)}>
          {nameOfRow({ ...row, variant: '' })}
        </button>
      ),
      text: (row) => nameOfRow({ ...row, variant: '' }),
    },
    {
      id: 'state',
      title: 'Result',
      width: '104px',
      sort: 'status',
      cell: (row) => <StateMark state={stateOfRow(row)} />,
      text: (row) => STATES[stateOfRow(row)].word,
    },
    ...(marked ? [mark] : []),
    ...(models ? [model] : []),
    ...(fields.length > 0 ? fields.map((field, index) => fieldColumn(field, index, rows)) : [input]),
    ...(checked ? [expected] : []),
    {
      id: 'answer',
      title: checked ? 'Answer' : 'Answer or error',
      sort: 'answer',
      cell: (row) =>
        row.errorName ? (
          <span className="muted">
            {headlineOf(row.errorMessage)} <span className="tiny">{row.errorName}</span>
          </span>
        ) : (
          <span dir="auto">{row.actualOutput}</span>
        ),
      text: answerOf,
    },
    ...(others.length > 0
      ? Object.keys(weights)
          .slice(0, MOST_SCORES)
          .map((name) => scoreColumn(name, scales[name]))
      : []),
    ...(only !== undefined ? [score] : []),
    {
      id: 'latency',
      title: 'Time',
      width: '76px',
      right: true,
      wide: true,
      sort: 'latency',
      largestFirst: true,
      cell: ({ latencyMs }) => milliseconds(latencyMs ?? undefined),
      text: ({ latencyMs }) => milliseconds(latencyMs ?? undefined),
    },
    ...(priced ? [cost] : []),
  ];
}
