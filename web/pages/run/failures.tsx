import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunCharts } from '../../../contracts/api/run-charts.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, plural } from '../../../core/format.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { isActive, useCharts } from '../../api/runs.ts';
import { useMay } from '../../parts/allowed.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Sign } from '../../parts/sign.tsx';
import { STATES } from '../../parts/states.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { isWorthRetrying } from './worth-retrying.ts';

type Group = RunCharts['errors'][number];

const MOST_GROUPS = 6;
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

/** What is wrong: errors and failed answers in groups, the largest first, each with what to do. */
export function Failures({ run }: { readonly run: RunDetail }) {
  const [, set] = useUrlState();
  const { data } = useCharts(run.evaluationId, isActive(run));
  const may = useMay('operator');
  const { errors = [], failures = [] } = data ?? {};
  if (errors.length + failures.length === 0) return null;
  return (
    <section className="card failures" aria-label="Failures">
      <h2>Failures</h2>
      <Groups state="failed" groups={errors} isOpen>
        {({ name, count: rows }, isFirst) => (
          <>
            <button type="button" onClick={() => set({ show: 'failed', filter: `error:${name}`, row: undefined })}>
              Show {plural(rows, 'row')}
            </button>
            {may && changeFor(name) && (
              <Link
                className={isFirst && !isWorthRetrying(errors) ? 'button primary' : 'button'}
                href={`/new-run?from=${encodeURIComponent(run.evaluationId)}`}
              >
                {changeFor(name)} and run again
              </Link>
            )}
          </>
        )}
      </Groups>
      <Groups state="wrong" groups={failures}>
        {({ rows, count: all }) => (
          <>
            {rows.map((row) => (
              <button key={row} type="button" onClick={() => set({ row: `${row}` })}>
                Row {rowNumber(row)}
              </button>
            ))}
            {all > rows.length && <span className="muted tiny">and {count(all - rows.length)} more</span>}
          </>
        )}
      </Groups>
    </section>
  );
}

interface Props {
  readonly state: 'failed' | 'wrong';
  readonly groups: readonly Group[];
  /** The first one shows from the start what to do. */
  readonly isOpen?: boolean;
  readonly children: (group: Group, isFirst: boolean) => ReactNode;
}

function Groups({ state, groups, isOpen = false, children }: Props) {
  const { sign, colour, word } = STATES[state];
  return (
    <>
      {groups.slice(0, MOST_GROUPS).map((group, index) => (
        <details key={`${group.name} ${group.message}`} open={isOpen && index === 0}>
          <summary>
            <span style={{ color: colour }} title={word}>
              <Sign shape={sign} />
            </span>
            <span className="reason">
              {count(group.count)} × {group.title || group.name} <span className="muted tiny">{group.name}</span>
            </span>
          </summary>
          <div className="inside">
            {group.message.trim() !== group.title && (
              <Scrolled way="box" label={`The first ${group.name}`} className="short sheet">
                <pre>{group.message}</pre>
              </Scrolled>
            )}
            {group.hint && <p className="muted">{group.hint}</p>}
            <div className="line">{children(group, index === 0)}</div>
          </div>
        </details>
      ))}
      {groups.length > MOST_GROUPS && (
        <p className="muted tiny">and {plural(groups.length - MOST_GROUPS, 'more reason')}</p>
      )}
    </>
  );
}
