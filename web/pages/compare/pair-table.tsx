import { useMemo } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { count } from '../../../core/format.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { shortInput } from '../run/short-input.ts';
import { PairPanel } from './pair-panel.tsx';
import type { Change, Counts, Pair } from './pair-rows.ts';

const WORDS: Readonly<Record<Change, string>> = {
  worse: 'got worse',
  better: 'got better',
  different: 'other answer',
  same: 'same',
  missing: 'in one run only',
};
const CHANGES = Object.keys(WORDS) as Change[];

const Answer = ({ row }: { readonly row?: IndexRow }) =>
  row ? (
    <span dir="auto">
      <StateMark bare state={stateOfRow(row)} />{' '}
      {row.errorName ? `${row.errorName}: ${row.errorMessage}` : row.actualOutput}
    </span>
  ) : (
    <span className="muted">not in this run</span>
  );

const COLUMNS: readonly Column<Pair>[] = [
  {
    id: 'row',
    title: '#',
    width: '56px',
    right: true,
    cell: ({ before, after }) => rowNumber((before ?? after)?.rowIndex ?? 0),
  },
  { id: 'change', title: 'Change', width: '112px', cell: ({ change }) => WORDS[change] },
  {
    id: 'input',
    title: 'Input',
    wide: true,
    cell: ({ before, after }) => <span dir="auto">{shortInput((before ?? after)?.input ?? null)}</span>,
  },
  {
    id: 'expected',
    title: 'Expected',
    wide: true,
    cell: ({ before, after }) => <span dir="auto">{(before ?? after)?.expected}</span>,
  },
  { id: 'before', title: 'Baseline', cell: ({ before }) => <Answer row={before} /> },
  { id: 'after', title: 'Compared', cell: ({ after }) => <Answer row={after} /> },
];

export function PairTable({ pairs, counts }: { readonly pairs: readonly Pair[]; readonly counts: Counts }) {
  const [parameters, set] = useUrlState();
  const chosen = parameters.get('show');
  const shown = useMemo(() => (chosen ? pairs.filter(({ change }) => change === chosen) : pairs), [pairs, chosen]);
  const open = parameters.get('row') ?? undefined;
  const at = shown.findIndex(({ sampleId }) => sampleId === open);
  const show = (pair: Pair | undefined) => pair && set({ row: pair.sampleId });
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
            {count(counts[change])} {WORDS[change]}
          </button>
        ))}
      </div>
      <DataTable
        label="Rows of both runs, what got worse first"
        columns={COLUMNS}
        rows={shown}
        keyOf={({ sampleId }) => sampleId}
        selected={open}
        onOpen={show}
      />
      {shown[at] && <PairPanel pair={shown[at]} onClose={() => set({ row: undefined })} />}
    </section>
  );
}
