import { useMemo } from 'react';
import { Link } from 'wouter';
import type { MonitorResult } from '../../../contracts/monitor.ts';
import { count, usd } from '../../../core/format.ts';
import { type Scales, scalesOf } from '../../../core/scoring/own-scale.ts';
import type { MonitorView } from '../../api/monitors.ts';
import { Ago } from '../../parts/ago.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { threadAddress } from '../threads/thread-days.tsx';
import { timeOfResult } from './over-time.ts';
import { saidOf } from './verdict-of.ts';

const KINDS: readonly (readonly [string, string, (result: MonitorResult) => boolean])[] = [
  ['', 'All', () => true],
  ['wrong', 'Failed', ({ passed }) => passed === false],
  ['erred', 'Not graded', ({ passed }) => passed === null],
];

const stateOf = ({ passed }: MonitorResult) => (passed === null ? 'failed' : passed ? 'right' : 'wrong');

/** What each evaluator has to say. */
const reasons = ({ scores }: MonitorResult, scales: Scales): string =>
  Object.entries(scores)
    .map(([name, score]) => `${name}: ${saidOf(score, scales[name])}`)
    .join(' · ');

const columnsOf = (scales: Scales): readonly Column<MonitorResult>[] => [
  { id: 'state', title: 'Verdict', width: '92px', cell: (result) => <StateMark state={stateOf(result)} /> },
  {
    id: 'what',
    title: 'Conversation or trace',
    cell: ({ threadId, traceId }) =>
      threadId === undefined ? (
        <span dir="auto">{traceId}</span>
      ) : (
        <Link href={threadAddress(threadId)} dir="auto">
          {threadId}
        </Link>
      ),
  },
  {
    id: 'turns',
    title: 'Turns',
    width: '72px',
    right: true,
    wide: true,
    cell: ({ turns, truncated }) => (turns === undefined ? '' : `${count(turns)}${truncated ? '+' : ''}`),
  },
  { id: 'why', title: 'Why', wide: true, cell: (result) => <span dir="auto">{reasons(result, scales)}</span> },
  {
    id: 'cost',
    title: 'Cost',
    width: '80px',
    right: true,
    wide: true,
    cell: ({ costUsd }) => (costUsd === undefined ? '' : usd(costUsd)),
  },
  {
    id: 'said',
    title: 'Last turn',
    width: '136px',
    cell: (result) => <Ago time={timeOfResult(result)} />,
  },
  {
    id: 'evaluated',
    title: 'Evaluated',
    width: '136px',
    wide: 'much',
    cell: ({ evaluatedAt }) => <Ago time={evaluatedAt} />,
  },
];

interface Props {
  readonly label?: string;
  /** By which the address knows what is shown. */
  readonly parameter?: string;
  readonly results: readonly MonitorResult[];
  readonly monitor: MonitorView;
  readonly more?: () => void;
}

/** Single evaluations, newest first; those that did not pass are one click away. */
export function ResultTable({ label = 'Results', parameter = 'show', results, monitor, more }: Props) {
  const [parameters, set] = useUrlState();
  const columns = useMemo(() => columnsOf(scalesOf(monitor)), [monitor]);
  // Nothing is paid where no judge is asked.
  const isPaid = results.some(({ costUsd }) => costUsd !== undefined);
  const kind = parameters.get(parameter) ?? '';
  const wanted = KINDS.find(([name]) => name === kind)?.[2] ?? (() => true);
  const shown = results.filter(wanted);
  return (
    <section className="stack" aria-label={label}>
      <div className="chips">
        {KINDS.filter(([name, , fits]) => name === '' || name === kind || results.some(fits)).map(
          ([name, title, fits]) => (
            <button key={name} type="button" aria-pressed={kind === name} onClick={() => set({ [parameter]: name })}>
              {title} <span className="muted">{count(results.filter(fits).length)}</span>
            </button>
          ),
        )}
      </div>
      {shown.length === 0 ? (
        <p className="muted">No results match.</p>
      ) : (
        <DataTable
          label={label}
          columns={isPaid ? columns : columns.filter(({ id }) => id !== 'cost')}
          rows={shown}
          keyOf={({ traceId, evaluatedAt, version }) => `${traceId} ${evaluatedAt} ${version}`}
          onEnd={more}
        />
      )}
    </section>
  );
}
