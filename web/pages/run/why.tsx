import { hintFor } from '../../../contracts/errors.ts';
import { count } from '../../../core/format.ts';
import type { Run } from '../../api/runs.ts';
import { useUrlState } from '../../parts/use-url-state.ts';

/** What is wrong: the errors in groups, the largest first, each with what to do. */
export function Why({ run }: { readonly run: Run }) {
  const [, set] = useUrlState();
  const groups = run.errors ?? [];
  if (groups.length === 0) return null;
  return (
    <section className="why" aria-label="Why rows failed">
      <h2>Why</h2>
      {groups.map(({ name, count: rows, message }) => (
        <details key={`${name} ${message}`}>
          <summary>
            {count(rows)} × {message || name} <span className="muted tiny">{name}</span>
          </summary>
          <div className="inside">
            {hintFor(name) && <p>{hintFor(name)}</p>}
            <div>
              <button type="button" onClick={() => set({ show: 'failed', error: name, row: undefined })}>
                Show these rows
              </button>
            </div>
          </div>
        </details>
      ))}
    </section>
  );
}
