import { Copy } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { HUMAN } from '../../../contracts/human.ts';
import { answerWithin } from '../../../core/answer-within.ts';
import { count, plural } from '../../../core/format.ts';
import { scoresOfRow, weightsOf } from '../../../core/rows/scores-of-row.ts';
import { scalesOf } from '../../../core/scoring/own-scale.ts';
import { isActive, useCharts, useRows } from '../../api/runs.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { copyRows, TableMenu } from '../../parts/table-menu.tsx';
import { useColumns } from '../../parts/use-columns.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useRoom } from '../../parts/use-room.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { fieldsOf } from './field-columns.tsx';
import { filtersFor } from './filter-parts.ts';
import { rowColumns } from './row-columns.tsx';
import { partsOf, RowFilters } from './row-filters.tsx';
import { RowPanel } from './row-panel.tsx';
import { TakeField } from './take-field.tsx';
import { usePicked } from './use-picked.ts';
import { useTally } from './use-tally.ts';
import { statesOf } from './verdict-of.ts';

/** Every row of the run: filtered, sorted, one of them open beside. */
export function Results({ run }: { readonly run: RunDetail }) {
  const { evaluationId: id, progress } = run;
  const [parameters, set] = useUrlState();
  const tally = useTally(run);
  const [isPointedAt, point] = useState(false);
  const search = useDeferredValue(parameters.get('search') ?? undefined);
  const live = isActive(run);
  // The worst first; while rows come in, in their order, and so they stay for who has watched them come.
  const [worstFirst] = useState(!live);
  const sort = parameters.get('sort') ?? (worstFirst ? 'status' : 'row');
  const open = parameters.get('row') ?? undefined;
  const filter = filterOf(parameters);
  // Rows do not jump under the pointer.
  const list = useRows(id, { sort, search, filter }, live && !isPointedAt);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const matching = list.data?.pages[0]?.matching ?? rows.length;
  const more = useCallback(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  }, [list.hasNextPage, list.isFetchingNextPage, list.fetchNextPage]);
  const at = rows.findIndex((row) => placeOf(row) === open);
  const show = useCallback((row: IndexRow | undefined) => row && set({ row: placeOf(row) }), [set]);
  const checked = useMemo(() => rows.some(({ expected }) => expected !== null), [rows]);
  const marked = useMemo(() => rows.some((row) => HUMAN in scoresOfRow(row)), [rows]);
  const scales = useMemo(() => scalesOf(run.config), [run.config]);
  const weights = useMemo(() => weightsOf(run.config), [run.config]);
  // Nobody has said what any row cost: a column of "unknown" tells nothing.
  const priced = run.progress.costUsd > 0 || (run.progress.priced ?? 0) > 0;
  const models = useMemo(() => run.summary?.variants?.map(({ name }) => name) ?? [], [run.summary]);
  // They stay as they are while more rows come.
  const first = list.data?.pages[0]?.rows;
  const isPhone = useRoom() === 'little';
  const all = useMemo(() => {
    const fields = isPhone ? [] : fieldsOf(first ?? []);
    return rowColumns(
      { checked, marked, weights, scales, priced, models: models.length > 0 && !isPhone, open: show, fields },
      first ?? [],
    );
  }, [checked, marked, weights, scales, priced, models, show, first, isPhone]);
  const whole = useMemo(() => wholeAnswers(rows, run.executionMode ?? ''), [rows, run.executionMode]);
  const { columns, hidden, widths, toggle, onWidth } = useColumns(all);
  const errors = useCharts(id, live).data?.errors ?? [];
  const known = filtersFor({
    evaluators: Object.keys(weights),
    errors: errors.map(({ name }) => name),
    models,
    p95: run.summary?.latencyMs.p95,
  });
  const { picked, pick, clear } = usePicked(rows);
  const pickedRows = rows.filter((row) => picked.has(placeOf(row)));
  const walk = (to: number) => (event: KeyboardEvent) => {
    // With the Shift key all rows that are walked through are selected.
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && open === undefined) return;
    if (isArrow) event.preventDefault();
    const row = rows[to];
    if (row && event.shiftKey) pick(row, true);
    show(row);
  };
  useKeys({
    j: walk(at + 1),
    arrowdown: walk(at + 1),
    k: walk(Math.max(0, at - 1)),
    arrowup: walk(Math.max(0, at - 1)),
    x: () => rows[at] && pick(rows[at], false),
    'mod+c': () => {
      if (picked.size > 0 && getSelection()?.isCollapsed !== false) copyRows(columns, pickedRows);
    },
    enter: () => open === undefined && show(rows[0]),
    escape: () => (open === undefined ? clear() : set({ row: undefined })),
  });
  useEffect(() => {
    if (at >= 0 && at >= rows.length - 3) more();
  }, [at, rows.length, more]);
  return (
    <section className="stack tight" aria-label="Results">
      <RowFilters
        shown={list.data ? `${count(matching)} of ${count(Math.max(matching, progress.total))} shown` : ''}
        tally={statesOf(run, tally)}
        known={known}
      >
        {!live && !worstFirst && sort === 'row' && (
          <button type="button" onClick={() => set({ sort: 'status' })}>
            Show the worst first
          </button>
        )}
        <TableMenu all={all} hidden={hidden} onToggle={toggle} rows={rows} />
      </RowFilters>
      <TakeField id={id} found={whole.found} answers={whole.answers} />
      <ErrorNote error={list.error} what="The rows could not be read." again={list.refetch} />
      {list.isPending && <Skeleton label="Loading the rows" />}
      {list.data && rows.length === 0 && (
        <p className="muted">{progress.total === 0 || live ? 'No row has settled yet.' : 'No row matches.'}</p>
      )}
      {picked.size > 0 && (
        <div className="line picked" role="status">
          {plural(picked.size, 'row')} selected
          <button type="button" onClick={() => copyRows(columns, pickedRows)}>
            <Copy /> Copy for a spreadsheet
          </button>
          <button type="button" onClick={clear}>
            Clear
          </button>
        </div>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Rows of the run"
          columns={columns}
          rows={rows}
          total={matching}
          keyOf={placeOf}
          sort={sort}
          onSort={(next) => set({ sort: next })}
          widths={widths}
          onWidth={onWidth}
          selected={open}
          onOpen={show}
          picked={picked}
          onPick={pick}
          cards
          onEnd={more}
          onPointed={point}
        />
      )}
      {open !== undefined && (
        <RowPanel
          id={id}
          row={open}
          onClose={() => set({ row: undefined })}
          onPrevious={at > 0 ? () => show(rows[at - 1]) : undefined}
          onNext={at < rows.length - 1 ? () => show(rows[at + 1]) : undefined}
        />
      )}
    </section>
  );
}

/** Wrong answers that are objects where a text was expected. */
function wholeAnswers(rows: readonly IndexRow[], execution_mode: string) {
  const wrong = rows.filter(({ passed }) => passed === false);
  const found = answerWithin(
    wrong.map(({ expected, actualOutput }) => ({ expected, actual_output: actualOutput, execution_mode })),
  );
  return { found, answers: found?.of === 1 ? '1 answer is' : `${plural(found?.of ?? 0, 'answer')} are each` };
}

const FILTERS: Record<string, string> = {
  right: 'status:succeeded,passed:true',
  wrong: 'status:succeeded,passed:false',
};

/** The chips as the API's filter. */
function filterOf(parameters: URLSearchParams): string | undefined {
  const show = parameters.get('show');
  const parts = [...(show ? [FILTERS[show] ?? `status:${show}`] : []), ...partsOf(parameters)];
  return parts.length > 0 ? parts.join(',') : undefined;
}
