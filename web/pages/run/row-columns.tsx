import type { IndexRow } from '../../../contracts/api/rows.ts';
import { milliseconds, rowCost } from '../../../core/format.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { scoreOfRow, type Weights } from '../../../core/rows/scores-of-row.ts';
import { shortInput } from '../../../core/short-input.ts';
import type { Column } from '../../parts/column.ts';
import { firstLine } from '../../parts/first-line.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { STATES, stateOfRow } from '../../parts/states.ts';

/** Of a row that was called several times, each trial has a line of its own, and each model that has answered it. */
export function nameOfRow({ rowIndex, trial, variant }: Pick<IndexRow, 'rowIndex' | 'trial' | 'variant'>): string {
  const number = trial ? `${rowNumber(rowIndex)}.${trial + 1}` : String(rowNumber(rowIndex));
  return variant ? `${number} ${variant}` : number;
}

const scoreText = (row: IndexRow, weights: Weights): string => scoreOfRow(row, weights)?.toFixed(2) ?? '–';
const answerOf = ({ actualOutput, errorName, errorMessage }: IndexRow): string =>
  errorName ? `${errorMessage ?? ''} (${errorName})` : (actualOutput ?? '');

interface Shown {
  /** Rows have an expected answer. */
  readonly checked: boolean;
  /** Several models have answered each row. */
  readonly models: boolean;
  /** What some row cost is known. */
  readonly priced: boolean;
  /** By evaluator, where there are any. */
  readonly weights: Weights;
  readonly open: (row: IndexRow) => void;
}

/** What a row shows of itself in the table; all of it opens beside. */
export function rowColumns({ checked, models, priced, weights, open }: Shown): Column<IndexRow>[] {
  const expected: Column<IndexRow> = {
    id: 'expected',
    title: 'Expected',
    width: '18%',
    wide: true,
    sort: 'expected',
    cell: (row) => <span dir="auto">{row.expected}</span>,
    text: (row) => row.expected ?? '',
  };
  const score: Column<IndexRow> = {
    id: 'score',
    title: 'Score',
    width: '68px',
    right: true,
    wide: true,
    sort: 'score',
    cell: (row) => scoreText(row, weights),
    text: (row) => scoreText(row, weights),
  };
  const model: Column<IndexRow> = {
    id: 'model',
    title: 'Model',
    width: '112px',
    sort: 'model',
    cell: ({ variant }) => <span title={variant}>{variant}</span>,
    text: ({ variant }) => variant,
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
      width: '56px',
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
    ...(models ? [model] : []),
    {
      id: 'input',
      title: 'Input',
      sort: 'input',
      cell: (row) => <span dir="auto">{shortInput(row.input)}</span>,
      text: (row) => shortInput(row.input),
    },
    ...(checked ? [expected] : []),
    {
      id: 'answer',
      title: checked ? 'Answer' : 'Answer or error',
      sort: 'answer',
      cell: (row) =>
        row.errorName ? (
          <span className="muted">
            {firstLine(row.errorMessage)} <span className="tiny">{row.errorName}</span>
          </span>
        ) : (
          <span dir="auto">{row.actualOutput}</span>
        ),
      text: answerOf,
    },
    ...(Object.keys(weights).length > 0 ? [score] : []),
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
