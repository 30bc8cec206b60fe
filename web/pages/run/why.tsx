import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { groupErrors } from '../../../core/error-groups.ts';
import { count, plural } from '../../../core/format.ts';
import { isActive, useManyRows } from '../../api/runs.ts';
import { useUrlState } from '../../parts/use-url-state.ts';

const MOST_GROUPS = 8;

/** What is wrong: the errors in groups, the largest first, each with what to do. */
export function Why({ run }: { readonly run: RunDetail }) {
  const [, set] = useUrlState();
  const failed = run.progress.failed;
  const { data } = useManyRows(run.evaluationId, { filter: 'status:failed' }, isActive(run), failed > 0);
  const groups = groupErrors((data?.rows ?? []).map(failure));
  if (failed === 0 || groups.length === 0) return null;
  const unseen = (data?.matching ?? 0) - (data?.rows.length ?? 0);
  return (
    <section className="why" aria-label="Why rows failed">
      <h2>Why {plural(failed, 'row')} failed</h2>
      {groups.slice(0, MOST_GROUPS).map(({ name, message, count: rows, hint }) => (
        <details key={`${name} ${message}`}>
          <summary>
            {count(rows)} × {message || name} <span className="muted tiny">{name}</span>
          </summary>
          <div className="inside">
            {hint && <p>{hint}</p>}
            <div>
              <button type="button" onClick={() => set({ show: 'failed', error: name, row: undefined })}>
                Show these rows
              </button>
            </div>
          </div>
        </details>
      ))}
      {groups.length > MOST_GROUPS && (
        <p className="muted tiny">… and {plural(groups.length - MOST_GROUPS, 'more reason')}</p>
      )}
      {unseen > 0 && <p className="muted tiny">Counted over the first {count(data?.rows.length ?? 0)} failed rows.</p>}
    </section>
  );
}

const failure = ({ rowIndex, errorName, errorMessage }: IndexRow) => ({
  row_index: rowIndex,
  error_name: errorName,
  error_message: errorMessage,
});
