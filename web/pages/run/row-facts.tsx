import { hintFor } from '../../../contracts/errors.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { count, milliseconds, moment, plural, usd } from '../../../core/format.ts';
import { headlineOf } from '../../../core/headline.ts';
import { Scrolled } from '../../parts/scrolled.tsx';

/** The line that names the problem, then what to do, then all of it. */
export function ErrorOf({ row }: { readonly row: ResultRow }) {
  const message = row.error_message ?? '';
  const headline = headlineOf(message);
  return (
    <section className="stack tight">
      <p>
        <b dir="auto">{headline || row.error_name}</b>{' '}
        <span className="muted tiny">
          {row.error_name} ({row.error_class})
        </span>
      </p>
      <p className="muted">{hintFor(row.error_name ?? '')}</p>
      {message.trim() !== headline && (
        <Scrolled way="box" label="The whole message" className="sheet">
          <pre>{message}</pre>
        </Scrolled>
      )}
    </section>
  );
}

/** What the row took. */
export const factsOf = (row: ResultRow): string =>
  [
    milliseconds(row.latency_ms ?? undefined),
    row.cost_usd === null ? 'cost unknown' : usd(row.cost_usd),
    row.total_tokens !== null && `${count(row.total_tokens)} tokens`,
    row.model_name,
    plural(row.calls, 'call'),
  ]
    .filter(Boolean)
    .join(' · ');

/** How the row was called. */
export function Attempts({ row }: { readonly row: ResultRow }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Attempts', row.attempts > 1 ? `${count(row.attempts)}, the last in pass ${row.attempt}` : count(row.attempts)],
    ['Calls in the last attempt', count(row.calls)],
    ['Called', row.call_mode === 'bulk' ? 'in one call with others' : 'one by one'],
    ['Waited for the rate limit', row.waited_ms ? milliseconds(row.waited_ms) : 'not at all'],
    ['Response time', milliseconds(row.latency_ms ?? undefined)],
    [
      'Tokens',
      row.prompt_tokens === null
        ? 'unknown'
        : `${count(row.prompt_tokens)} in, ${count(row.completion_tokens ?? 0)} out`,
    ],
    ['Settled', row.finished_at ? moment(row.finished_at) : 'not yet'],
  ];
  return (
    <table className="narrow">
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
