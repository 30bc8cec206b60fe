import { useMemo } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { count, percent } from '../../../core/format.ts';
import { rowNumber } from '../../../core/row-number.ts';
import type { Column } from '../column.ts';
import { DataTable } from '../data-table.tsx';
import { firstLine } from '../first-line.ts';
import { shortInput } from '../short-input.ts';
import { StateMark } from '../state-mark.tsx';
import { stateOfRow } from '../states.ts';
import { TableMenu } from '../table-menu.tsx';
import { useColumns } from '../use-columns.ts';
import { useKeys } from '../use-keys.ts';
import { useUrlState } from '../use-url-state.ts';
import { type Change, countChanges, isGood, type Side, type SideRow } from './side-by-side.ts';
import { SidePanel } from './side-panel.tsx';

const WORDS: Readonly<Record<Change, string>> = {
  worse: 'got worse',
  better: 'got better',
  different: 'other answer',
  same: 'same',
  missing: 'in one run only',
};
const CHANGES = Object.keys(WORDS) as Change[];

interface Props {
  readonly sides: readonly Side[];
  readonly rows: readonly SideRow[];
}

/** A column for each run with its share of right answers in the head; what got worse first. */
export function SideTable({ sides, rows }: Props) {
  const [parameters, set] = useUrlState();
  const chosen = parameters.get('show');
  const counts = useMemo(() => countChanges(rows), [rows]);
  const shown = useMemo(() => (chosen ? rows.filter(({ change }) => change === chosen) : rows), [rows, chosen]);
  const open = parameters.get('row') ?? undefined;
  const at = shown.findIndex(({ key }) => key === open);
  const show = (row: SideRow | undefined) => row && set({ row: row.key });
  const all = useMemo(() => columnsOf(sides, rows), [sides, rows]);
  const { columns, hidden, widths, toggle, onWidth } = useColumns(all);
  useKeys({
    j: () => show(shown[at + 1]),
    k: () => show(shown[Math.max(0, at - 1)]),
    enter: () => open === undefined && show(shown[0]),
    escape: () => set({ row: undefined }),
  });
  return (
    <section className="stack tight" aria-label="Rows side by side">
      <div className="chips">
        {CHANGES.filter((change) => counts[change] > 0).map((change) => (
          <button
            key={change}
            type="button"
            aria-pressed={chosen === change}
            onClick={() => set({ show: chosen === change ? undefined : change, row: undefined })}
          >
            {count(counts[change])} {change === 'different' ? 'with another answer' : WORDS[change]}
          </button>
        ))}
        <span className="shown" />
        <TableMenu all={all} hidden={hidden} onToggle={toggle} rows={shown} />
      </div>
      <DataTable
        label="Rows of the runs, what got worse first"
        columns={columns}
        rows={shown}
        keyOf={({ key }) => key}
        widths={widths}
        onWidth={onWidth}
        selected={open}
        onOpen={show}
      />
      {shown[at] && <SidePanel row={shown[at]} sides={sides} onClose={() => set({ row: undefined })} />}
    </section>
  );
}

function columnsOf(sides: readonly Side[], rows: readonly SideRow[]): Column<SideRow>[] {
  const text = (title: string, read: (row: IndexRow) => string): Column<SideRow> => {
    const of = (row: SideRow) => read(row.rows.find((one) => one) as IndexRow);
    return { id: title.toLowerCase(), title, wide: true, cell: (row) => <span dir="auto">{of(row)}</span>, text: of };
  };
  return [
    {
      id: 'row',
      title: '#',
      width: '56px',
      right: true,
      cell: ({ rowIndex }) => rowNumber(rowIndex),
      text: ({ rowIndex }) => String(rowNumber(rowIndex)),
    },
    {
      id: 'change',
      title: 'Change',
      width: '124px',
      cell: ({ change }) => <span className={change === 'same' ? 'muted' : undefined}>{WORDS[change]}</span>,
      text: ({ change }) => WORDS[change],
    },
    text('Input', ({ input }) => shortInput(input)),
    text('Expected', ({ expected }) => expected ?? ''),
    ...sides.map(({ name }, index): Column<SideRow> => {
      const own = rows.flatMap((row) => row.rows[index] ?? []);
      const right = own.length === 0 ? '' : ` · ${percent(own.filter(isGood).length / own.length)}`;
      return {
        id: `run-${index}`,
        title: `${name}${right}`,
        cell: (row) => <Answer row={row.rows[index]} />,
        text: (row) => answerOf(row.rows[index]),
      };
    }),
  ];
}

const answerOf = (row: IndexRow | undefined): string =>
  row?.errorName ? `${firstLine(row.errorMessage)} (${row.errorName})` : (row?.actualOutput ?? '');

const Answer = ({ row }: { readonly row?: IndexRow }) =>
  row ? (
    <span dir="auto">
      <StateMark bare state={stateOfRow(row)} /> {answerOf(row)}
    </span>
  ) : (
    <span className="muted">not in this run</span>
  );
