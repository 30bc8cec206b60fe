import { useMemo } from 'react';
import type { JobItem } from '../../../contracts/api/jobs.ts';
import { asText } from '../../../core/json.ts';
import { useJobItems } from '../../api/jobs.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { STATES, stateOfRow } from '../../parts/states.ts';
import { useUrlState } from '../../parts/use-url-state.ts';

interface Props {
  readonly id: string;
  readonly live: boolean;
  readonly failed: number;
}

const CHOICES = ['failed', 'succeeded', 'skipped'] as const;

const errorOf = ({ error }: JobItem): string => (error ? `${error.name}: ${error.message}` : '');

const COLUMNS: readonly Column<JobItem>[] = [
  { id: 'index', title: '#', width: '56px', right: true, cell: ({ index }) => index },
  { id: 'state', title: 'Result', width: '120px', cell: (item) => <StateMark state={stateOfRow(item)} /> },
  {
    id: 'output',
    title: 'Answer or error',
    cell: (item) => <span dir="auto">{errorOf(item) || (item.output === undefined ? '' : asText(item.output))}</span>,
  },
];

/** The items, failed ones first where there are any. */
export function JobItems({ id, live, failed }: Props) {
  const [parameters, set] = useUrlState();
  const chosen = parameters.get('show') ?? (failed > 0 ? 'failed' : '');
  const open = parameters.get('item');
  const list = useJobItems(id, chosen === 'all' ? undefined : chosen || undefined, live);
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const shown = items.find(({ index }) => String(index) === open);
  return (
    <section className="stack tight" aria-label="Items">
      <div className="chips">
        <button type="button" aria-pressed={chosen === '' || chosen === 'all'} onClick={() => set({ show: 'all' })}>
          all
        </button>
        {CHOICES.map((state) => (
          <button key={state} type="button" aria-pressed={chosen === state} onClick={() => set({ show: state })}>
            {STATES[state].word}
          </button>
        ))}
      </div>
      <ErrorNote error={list.error} what="The items could not be read." again={list.refetch} />
      {list.data && items.length === 0 && <p className="muted">No items here.</p>}
      {items.length > 0 && (
        <DataTable
          label="Items of the job"
          columns={COLUMNS}
          rows={items}
          keyOf={({ index }) => String(index)}
          selected={open ?? undefined}
          onOpen={({ index }) => set({ item: String(index) })}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
        />
      )}
      {shown && (
        <aside className="row-panel" aria-label={`Item ${shown.index}`}>
          <div className="page-head">
            <h2>Item {shown.index}</h2>
            <button type="button" onClick={() => set({ item: undefined })}>
              Close
            </button>
          </div>
          <JsonView value={shown} open={3} />
        </aside>
      )}
    </section>
  );
}
