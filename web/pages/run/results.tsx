import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { count } from '../../../core/format.ts';
import { useRows } from '../../api/runs.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { type State, stateOfRow } from '../../parts/states.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { rowColumns } from './row-columns.tsx';
import { RowFilters } from './row-filters.tsx';
import { RowPanel } from './row-panel.tsx';

interface Props {
  readonly id: string;
  readonly live: boolean;
  readonly total: number;
  readonly states: readonly State[];
}

/** Every row of the run: filtered, sorted, one of them open beside. */
export function Results({ id, live, total, states }: Props) {
  const [parameters, set] = useUrlState();
  const search = useDeferredValue(parameters.get('search') ?? undefined);
  const sort = parameters.get('sort') ?? undefined;
  const open = parameters.get('row') ?? undefined;
  const filter = filterOf(parameters.get('show'), parameters.get('error'));
  const asked = { sort, search, filter };
  const list = useRows(id, asked, live);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const matching = list.data?.pages[0]?.matching ?? rows.length;
  const more = useCallback(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  }, [list.hasNextPage, list.isFetchingNextPage, list.fetchNextPage]);
  const at = rows.findIndex(({ rowIndex }) => String(rowIndex) === open);
  const show = useCallback((row: IndexRow | undefined) => row && set({ row: String(row.rowIndex) }), [set]);
  const checked = useMemo(() => rows.some(({ expected }) => expected !== null), [rows]);
  const offered = useMemo(() => [...new Set([...states, ...rows.map(stateOfRow)])], [states, rows]);
  const columns = useMemo(() => rowColumns(checked, show), [checked, show]);
  useKeys({
    j: () => show(rows[at + 1]),
    k: () => show(rows[Math.max(0, at - 1)]),
    enter: () => open === undefined && show(rows[0]),
    escape: () => set({ row: undefined }),
  });
  useEffect(() => {
    if (at >= 0 && at >= rows.length - 3) more();
  }, [at, rows.length, more]);
  return (
    <section className="stack tight" aria-label="Results">
      <RowFilters shown={`${count(matching)} of ${count(total)} shown`} states={offered} />
      <ErrorNote error={list.error} what="The rows could not be read." again={list.refetch} />
      {list.data && rows.length === 0 && (
        <p className="muted">{total === 0 || live ? 'No row has settled yet.' : 'No row matches.'}</p>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Rows of the run"
          columns={columns}
          rows={rows}
          total={matching}
          keyOf={({ rowIndex, trial }) => (trial ? `${rowIndex}.${trial}` : String(rowIndex))}
          sort={sort}
          onSort={(next) => set({ sort: next })}
          selected={open}
          onOpen={show}
          onEnd={more}
        />
      )}
      {open !== undefined && <RowPanel id={id} row={open} onClose={() => set({ row: undefined })} />}
    </section>
  );
}

const FILTERS: Record<string, string> = {
  right: 'status:succeeded,passed:true',
  wrong: 'status:succeeded,passed:false',
};

/** The chips as the API's filter. */
function filterOf(show: string | null, error: string | null): string | undefined {
  const parts = [show && (FILTERS[show] ?? `status:${show}`), error && `error:${error}`].filter(Boolean);
  return parts.length > 0 ? parts.join(',') : undefined;
}
