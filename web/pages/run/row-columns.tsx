import type { IndexRow } from '../../../contracts/api/rows.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { rowNumber } from '../../../core/row-number.ts';
import type { Column } from '../../parts/data-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { shortInput } from './short-input.ts';

const or = (text: string | null, otherwise = ''): string => text ?? otherwise;

/** What a row shows of itself in the table; all of it opens beside. */
export function rowColumns(checked: boolean, open: (row: IndexRow) => void): Column<IndexRow>[] {
  return [
    {
      id: 'row',
      title: '#',
      width: '56px',
      right: true,
      sort: 'row',
      cell: (row) => (
        <button
          type="button"
          className="plain"
          aria-label={`Open row ${rowNumber(row.rowIndex)}`}
          onClick={() => open(row)}
        >
          {rowNumber(row.rowIndex)}
        </button>
      ),
    },
    {
      id: 'state',
      title: 'Result',
      width: '104px',
      sort: 'status',
      cell: (row) => <StateMark state={stateOfRow(row)} />,
    },
    { id: 'input', title: 'Input', cell: ({ input }) => <span dir="auto">{shortInput(input)}</span> },
    ...(checked
      ? [
          {
            id: 'expected',
            title: 'Expected',
            wide: true,
            cell: ({ expected }: IndexRow) => <span dir="auto">{or(expected)}</span>,
          },
        ]
      : []),
    {
      id: 'answer',
      title: checked ? 'Answer' : 'Answer or error',
      cell: ({ actualOutput, errorName, errorMessage }) =>
        errorName ? (
          <span className="muted">{`${errorName}: ${or(errorMessage)}`}</span>
        ) : (
          <span dir="auto">{or(actualOutput)}</span>
        ),
    },
    {
      id: 'latency',
      title: 'Time',
      width: '76px',
      right: true,
      wide: true,
      sort: 'latency',
      cell: ({ latencyMs }) => milliseconds(latencyMs ?? undefined),
    },
    {
      id: 'cost',
      title: 'Cost',
      width: '84px',
      right: true,
      wide: true,
      sort: 'cost',
      cell: ({ costUsd }) => usd(costUsd ?? undefined),
    },
  ];
}
