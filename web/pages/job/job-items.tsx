import { useMemo } from 'react';
import type { Job, JobItem } from '../../../contracts/api/jobs.ts';
import { count } from '../../../core/format.ts';
import { headlineOf } from '../../../core/headline.ts';
import { asText } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { useJobItems } from '../../api/jobs.ts';
import { useOnceOver } from '../../api/use-once-over.ts';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Sign } from '../../parts/sign.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { STATES, stateOfRow } from '../../parts/states.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { WholeLink } from '../../parts/whole-link.tsx';
import { ItemPanel } from './item-panel.tsx';

interface Props {
  readonly id: string;
  readonly live: boolean;
  readonly counts: Job['itemCounts'];
}

const ITEMS = ['job-items'];
const CHOICES = ['failed', 'succeeded', 'skipped'] as const;

const COLUMNS: readonly Column<JobItem>[] = [
  { id: 'index', title: '#', width: '56px', right: true, cell: ({ index }) => rowNumber(index) },
  { id: 'state', title: 'Result', width: '120px', cell: (item) => <StateMark state={stateOfRow(item)} /> },
  {
    id: 'output',
    title: 'Answer or error',
    cell: ({ error, output }) =>
      error ? (
        <span className="muted">
          {headlineOf(error.message)} <span className="tiny">{error.name}</span>
        </span>
      ) : (
        <span dir="auto">{output === undefined ? '' : asText(output)}</span>
      ),
  },
];

/** The items, failed ones first where there are any. */
export function JobItems({ id, live, counts }: Props) {
  const [parameters, set] = useUrlState();
  const chosen = parameters.get('show') ?? (counts.failed > 0 ? 'failed' : '');
  const open = parameters.get('item');
  const list = useJobItems(id, chosen === 'all' ? undefined : chosen || undefined, live);
  useOnceOver(id, live, ITEMS);
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const at = items.findIndex(({ index }) => String(index) === open);
  const shown = items[at];
  const show = (item: JobItem | undefined) => item && set({ item: String(item.index) });
  useKeys({
    j: () => show(items[at + 1]),
    k: () => show(items[Math.max(0, at - 1)]),
    enter: () => open === null && show(items[0]),
    escape: () => set({ item: undefined }),
  });
  return (
    <section className="stack tight" aria-label="Items">
      {list.data?.pages.map(({ whole }) => whole && <WholeLink key={whole.url} whole={whole} />)}
      <div className="chips">
        <button type="button" aria-pressed={chosen === '' || chosen === 'all'} onClick={() => set({ show: 'all' })}>
          all
        </button>
        {CHOICES.filter((state) => counts[state] > 0 || chosen === state).map((state) => (
          <button key={state} type="button" aria-pressed={chosen === state} onClick={() => set({ show: state })}>
            <span style={{ color: STATES[state].colour }}>
              <Sign shape={STATES[state].sign} />
            </span>
            {STATES[state].word} <span className="muted">{count(counts[state])}</span>
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
          onOpen={show}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
        />
      )}
      {shown && <ItemPanel job={id} item={shown} onClose={() => set({ item: undefined })} />}
    </section>
  );
}
