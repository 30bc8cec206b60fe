import { Link } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, plural } from '../../../core/format.ts';
import { isActive, useCharts } from '../../api/runs.ts';
import { useMay } from '../../parts/allowed.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { isWorthRetrying } from './worth-retrying.ts';

const MOST_GROUPS = 8;
/** What another mapping may cure. */
const MAPPING = new Set([
  'MappingFailed',
  'MappingSyntax',
  'MappingTimeout',
  'TargetRejected',
  'TargetFailed',
  'ThreadFieldInvalid',
]);

/** What other settings of the target or of the calls may cure. */
const SETTINGS = new Set([
  'AddressRefused',
  'AnswerUnreadable',
  'TargetAccessDenied',
  'TargetNotFound',
  'TargetThrottled',
  'TargetTimeout',
]);
const changeFor = (name: string): string | undefined =>
  MAPPING.has(name) ? 'Change the mapping' : SETTINGS.has(name) ? 'Change the settings' : undefined;

/** What is wrong: the errors in groups, the largest first, each with what to do. */
export function Why({ run }: { readonly run: RunDetail }) {
  const [, set] = useUrlState();
  const { data } = useCharts(run.evaluationId, isActive(run));
  const may = useMay('operator');
  const failed = run.progress.failed;
  const groups = data?.errors ?? [];
  if (failed === 0 || groups.length === 0) return null;
  return (
    <section className="why" aria-label="Errors">
      <h2>{plural(failed, 'error')}</h2>
      {groups.slice(0, MOST_GROUPS).map(({ name, title, message, count: rows, hint }, index) => {
        const isMore = message.trim() !== title;
        return (
          <details key={`${name} ${message}`} open={index === 0}>
            <summary>
              <span className="reason">
                {count(rows)} × {title || name} <span className="muted tiny">{name}</span>
              </span>
            </summary>
            <div className="inside">
              {isMore && (
                <Scrolled way="box" label={`The first ${name}`} className="short sheet">
                  <pre>{message}</pre>
                </Scrolled>
              )}
              {hint && <p>{hint}</p>}
              <div className="line">
                <button type="button" onClick={() => set({ show: 'failed', filter: `error:${name}`, row: undefined })}>
                  Show {plural(rows, 'row')}
                </button>
                {may && changeFor(name) && (
                  <Link
                    className={index === 0 && !isWorthRetrying(groups) ? 'button primary' : 'button'}
                    href={`/new-run?from=${encodeURIComponent(run.evaluationId)}`}
                  >
                    {changeFor(name)} and run again
                  </Link>
                )}
              </div>
            </div>
          </details>
        );
      })}
      {groups.length > MOST_GROUPS && (
        <p className="muted tiny">… and {plural(groups.length - MOST_GROUPS, 'more reason')}</p>
      )}
    </section>
  );
}
