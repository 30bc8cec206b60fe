import { Link } from 'wouter';
import { count } from '../../../core/format.ts';
import type { ThreadView } from '../../api/threads.ts';
import { Ago } from '../../parts/ago.tsx';

export const threadAddress = (id: string): string => `/threads?thread=${encodeURIComponent(id)}`;

const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The order stays: the newest day first. */
function byDay(threads: readonly ThreadView[]): [string, ThreadView[]][] {
  const days = new Map<string, ThreadView[]>();
  for (const thread of threads) {
    const day = dayOf(thread.lastAt);
    days.set(day, [...(days.get(day) ?? []), thread]);
  }
  return [...days];
}

/** Conversations, grouped by the day of their last turn. */
export function ThreadDays({ threads }: { readonly threads: readonly ThreadView[] }) {
  return byDay(threads).map(([day, ofDay]) => (
    <section key={day} className="thread-day">
      <h2>
        {day} <span className="muted tiny">{count(ofDay.length)}</span>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">First question</th>
            <th scope="col">Thread</th>
            <th scope="col" className="number">
              Turns
            </th>
            <th scope="col">Began</th>
            <th scope="col">Last turn</th>
          </tr>
        </thead>
        <tbody>
          {ofDay.map(({ threadId, opening, turns, firstAt, lastAt }) => (
            <tr key={threadId}>
              <td>
                <Link href={threadAddress(threadId)} dir="auto" title={opening}>
                  {opening ?? threadId}
                </Link>
              </td>
              <td className="muted tiny mono" title={threadId}>
                {threadId}
              </td>
              <td className="number">{count(turns)}</td>
              <td>
                <Ago time={firstAt} />
              </td>
              <td>
                <Ago time={lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}
