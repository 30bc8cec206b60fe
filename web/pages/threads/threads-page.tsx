import { plural } from '../../../core/format.ts';
import { useThreads } from '../../api/threads.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { Conversation } from './conversation.tsx';
import { ThreadDays } from './thread-days.tsx';
import './threads.css';
import { TryConversations } from './try-conversations.tsx';

/** Hours back from now; an hour more or less of the address does not matter. */
const SINCE: readonly (readonly [string, string, number])[] = [
  ['', 'All', 0],
  ['day', 'Last 24 hours', 24],
  ['week', 'Last 7 days', 7 * 24],
];

/** Conversations with agents, the newest first; one of them opens at an address of its own. */
export function ThreadsPage() {
  const [parameters, set] = useUrlState();
  const open = parameters.get('thread');
  return open === null ? <ThreadList parameters={parameters} set={set} /> : <Conversation id={open} />;
}

interface Props {
  readonly parameters: URLSearchParams;
  readonly set: (patch: Record<string, string | undefined>) => void;
}

function ThreadList({ parameters, set }: Props) {
  useTitle('Threads');
  const search = parameters.get('search') ?? '';
  const since = parameters.get('since') ?? '';
  const list = useThreads({ ...(search && { search }), from: fromOf(since) });
  const threads = list.data?.pages.flatMap((page) => page.threads) ?? [];
  const turns = threads.reduce((sum, thread) => sum + thread.turns, 0);
  const isFiltered = search !== '' || since !== '';
  return (
    <div className="stack">
      <h1>Threads</h1>
      {(threads.length > 0 || isFiltered) && (
        <div className="chips">
          {SINCE.map(([value, title]) => (
            <button key={value} type="button" aria-pressed={since === value} onClick={() => set({ since: value })}>
              {title}
            </button>
          ))}
          <input
            type="search"
            aria-label="Search by id or first question"
            placeholder="Search by id or first question"
            value={search}
            onChange={(event) => set({ search: event.target.value })}
          />
          <span className="muted tiny shown" aria-live="polite">
            {list.hasNextPage && 'Newest '}
            {plural(threads.length, 'conversation')}, {plural(turns, 'turn')}
          </span>
        </div>
      )}
      <ErrorNote error={list.error} what="The threads could not be read." again={list.refetch} />
      {list.isPending && <Skeleton label="Loading the threads" />}
      {list.isSuccess && threads.length === 0 && (isFiltered ? <Nothing /> : <NoThreads />)}
      <ThreadDays threads={threads} />
      {list.hasNextPage && (
        <div>
          <button type="button" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show older conversations
          </button>
        </div>
      )}
    </div>
  );
}

/** To the minute, so that the list is not asked for anew with every keystroke. */
function fromOf(since: string): string | undefined {
  const hours = SINCE.find(([value]) => value === since)?.[2] ?? 0;
  return hours === 0 ? undefined : `${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 16)}:00Z`;
}

const Nothing = () => <p className="muted">No matching conversations. Search for less, or choose a longer time.</p>;

const NoThreads = () => (
  <Empty
    title="No conversations yet"
    action={
      <Allowed least="operator">
        <TryConversations />
      </Allowed>
    }
  >
    Threads are conversations between people and your agents, turn by turn. Send turns with{' '}
    <code>POST /api/v1/traces</code> or <code>rollcall trace import</code>. Deployed with{' '}
    <code>-c traceAgents=true</code>, every finished execution of your agents becomes a turn.
  </Empty>
);
