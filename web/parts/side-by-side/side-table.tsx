import { useMemo } from 'react';
import { count } from '../../../core/format.ts';
import { DataTable } from '../data-table.tsx';
import { Sign } from '../sign.tsx';
import { STATES, type State } from '../states.ts';
import { TableMenu } from '../table-menu.tsx';
import { useColumns } from '../use-columns.ts';
import { useKeys } from '../use-keys.ts';
import { useUrlState } from '../use-url-state.ts';
import { type Change, countChanges, type Side, type SideRow } from './side-by-side.ts';
import { sideColumns, WORDS } from './side-columns.tsx';
import { SidePanel } from './side-panel.tsx';
import { sortRows } from './sort-rows.ts';
import type { Grading } from './use-grading.ts';

const CHIPS: Partial<Record<Change, string>> = {
  different: 'with another answer',
  error: 'with an error in one run',
};
const SIGNS: Partial<Record<Change, State>> = { worse: 'wrong', better: 'right', error: 'failed' };
const CHANGES = Object.keys(WORDS) as Change[];

interface Props {
  readonly sides: readonly Side[];
  readonly rows: readonly SideRow[];
  readonly grading: Grading;
}

/** What got worse first, unless it is sorted by something else. */
export function SideTable({ sides, rows, grading }: Props) {
  const { weights } = grading;
  const [parameters, set] = useUrlState();
  const chosen = parameters.get('show');
  const counts = useMemo(() => countChanges(rows), [rows]);
  const sort = parameters.get('sort') ?? 'change';
  const shown = useMemo(
    () => sortRows(chosen ? rows.filter(({ change }) => change === chosen) : rows, sort, weights),
    [rows, chosen, sort, weights],
  );
  const open = parameters.get('row') ?? undefined;
  const at = shown.findIndex(({ key }) => key === open);
  const show = (row: SideRow | undefined) => row && set({ row: row.key });
  const all = useMemo(() => sideColumns(sides, rows, grading), [sides, rows, grading]);
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
            {SIGNS[change] && (
              <span style={{ color: STATES[SIGNS[change]].colour }}>
                <Sign shape={STATES[SIGNS[change]].sign} />
              </span>
            )}
            {count(counts[change])} {CHIPS[change] ?? WORDS[change]}
          </button>
        ))}
        <span className="shown" />
        <TableMenu all={all} hidden={hidden} onToggle={toggle} rows={shown} />
      </div>
      <DataTable
        label="Rows of the runs side by side"
        columns={columns}
        rows={shown}
        keyOf={({ key }) => key}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        widths={widths}
        onWidth={onWidth}
        selected={open}
        onOpen={show}
      />
      {shown[at] && (
        <SidePanel
          row={shown[at]}
          sides={sides}
          onClose={() => set({ row: undefined })}
          onPrevious={at > 0 ? () => show(shown[at - 1]) : undefined}
          onNext={at < shown.length - 1 ? () => show(shown[at + 1]) : undefined}
        />
      )}
    </section>
  );
}
