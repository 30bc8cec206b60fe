import { Link } from 'wouter';
import type { Trace } from '../../../contracts/trace.ts';
import { milliseconds, plural, usd } from '../../../core/format.ts';
import { useThread } from '../../api/threads.ts';
import { Ago } from '../../parts/ago.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { WholeLink } from '../../parts/whole-link.tsx';

/** One conversation, as it was held. */
export function Conversation({ id }: { readonly id: string }) {
  const thread = useThread(id);
  const [head] = thread.data?.pages ?? [];
  useTitle(head?.opening ?? id);
  const turns = thread.data?.pages.flatMap((page) => page.traces) ?? [];
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/threads">Threads</Link> / <bdi>{id}</bdi>
      </p>
      <div className="page-head">
        <h1 dir="auto">{head?.opening ?? id}</h1>
        {turns.length > 0 && <CopyButton text={() => JSON.stringify(turns, null, 2)}>Copy as JSON</CopyButton>}
      </div>
      <ErrorNote error={thread.error} what="The conversation could not be read." again={thread.refetch} />
      {head && (
        <p>
          {plural(head.turns, 'turn')}, the last <Ago time={head.lastAt} />. {told(turns)}
        </p>
      )}
      {thread.data?.pages.map(({ whole }) => whole && <WholeLink key={whole.url} whole={whole} />)}
      <ol className="turns">
        {turns.map((turn) => (
          <Turn key={turn.trace_id} turn={turn} />
        ))}
      </ol>
      {thread.hasNextPage && (
        <div>
          <button type="button" disabled={thread.isFetchingNextPage} onClick={() => thread.fetchNextPage()}>
            Show more turns
          </button>
        </div>
      )}
    </div>
  );
}

/** What went wrong and what it cost, of the turns that are shown. */
function told(turns: readonly Trace[]): string {
  const failed = turns.filter(({ error }) => error !== undefined).length;
  const cost = turns.reduce((sum, turn) => sum + (turn.cost ?? 0), 0);
  return [failed > 0 && `${plural(failed, 'error')}.`, cost > 0 && `${usd(cost)}.`].filter(Boolean).join(' ');
}

function Turn({ turn }: { readonly turn: Trace }) {
  const { trace_id, started_at, input, output, error, latency, cost, metadata, contexts, spans, tokens } = turn;
  const more = { trace_id, tokens, metadata, contexts, spans };
  return (
    <li>
      <div className="said asked">
        <span className="muted tiny">
          asked <Ago time={started_at} />
        </span>
        <JsonView value={input ?? ''} />
      </div>
      {output !== undefined && (
        <div className="said answered">
          <span className="muted tiny">
            answered{latency === undefined ? '' : ` in ${milliseconds(latency)}`}
            {cost === undefined ? '' : ` · ${usd(cost)}`}
          </span>
          <JsonView value={output} />
        </div>
      )}
      {error !== undefined && (
        <div className="said answered">
          <StateMark state="failed" />
          <pre>{error}</pre>
        </div>
      )}
      <details className="tiny">
        <summary className="muted">The whole trace</summary>
        <JsonView value={JSON.parse(JSON.stringify(more))} open={2} />
      </details>
    </li>
  );
}
