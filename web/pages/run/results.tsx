import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { count } from '../../../core/format.ts';
import { type RowLine, useRows } from '../../api/runs.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import type { State } from '../../parts/states.ts';
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
  const asked = {
    sort,
    search,
    show: parameters.get('show') ?? undefined,
    error: parameters.get('error') ?? undefined,
  };
  const list = useRows(id, asked, live);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const matching = list.data?.pages[0]?.matching ?? rows.length;
  const more = useCallback(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  }, [list.hasNextPage, list.isFetchingNextPage, list.fetchNextPage]);
  const at = rows.findIndex(({ sampleId }) => sampleId === open);
  const show = useCallback((row: RowLine | undefined) => row && set({ row: row.sampleId }), [set]);
  const checked = states.includes('right') || states.includes('wrong');
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
      <RowFilters shown={`${count(matching)} of ${count(total)} shown`} states={states} />
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
          keyOf={({ sampleId }) => sampleId}
          sort={sort}
          onSort={(next) => set({ sort: next })}
          selected={open}
          onOpen={show}
          onEnd={more}
        />
      )}
      {open !== undefined && <RowPanel id={id} sampleId={open} onClose={() => set({ row: undefined })} />}
    </section>
  );
}
