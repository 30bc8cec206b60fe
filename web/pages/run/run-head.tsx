import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { isActive, usePrevious } from '../../api/runs.ts';
import { useChange } from '../../api/scoring.ts';
import { useMay } from '../../parts/allowed.tsx';
import { NameField, titleOf } from '../../parts/run-name.tsx';
import { RunStatusMark } from '../../parts/run-status.tsx';
import { Sign } from '../../parts/sign.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { STATES } from '../../parts/states.ts';
import { barOf } from '../../parts/tally.ts';
import { RunControls } from './run-controls.tsx';
import { RunFacts } from './run-facts.tsx';
import { useTally } from './use-tally.ts';
import { verdictOf } from './verdict-of.ts';

/** Which run this is, whether it is good, whether it is better than before, and what to do next. */
export function RunHead({ run }: { readonly run: RunDetail }) {
  const tally = useTally(run);
  return (
    <header className="run-head">
      <div className="page-head">
        <div className="run-called">
          <Name run={run} />
          <RunStatusMark status={run.status} />
        </div>
        <RunControls run={run} />
      </div>
      <h1 className="verdict" aria-live="polite">
        {verdictOf(run, tally).map(({ text, state }, index) => (
          <Fragment key={state ?? text}>
            {index > 0 && <span className="muted"> · </span>}
            {state ? (
              <span className="part">
                <span style={{ color: STATES[state].colour }}>
                  <Sign shape={STATES[state].sign} />
                </span>
                {text}
              </span>
            ) : (
              text
            )}
          </Fragment>
        ))}
      </h1>
      {run.summary?.passRate !== undefined && !run.summary.variants && <Change run={run} />}
      <StackedBar parts={barOf(tally)} plain={!isActive(run)} />
      <RunFacts run={run} />
      {run.reason && <p>{run.reason}</p>}
      {run.estimate && <p className="muted">An estimate: these first rows told what all of them will cost.</p>}
    </header>
  );
}

function Name({ run }: { readonly run: RunDetail }) {
  const may = useMay('operator');
  const [isEdited, edit] = useState(false);
  if (isEdited) return <NameField run={run} onClose={() => edit(false)} />;
  return (
    <>
      <span className="name">{titleOf(run)}</span>
      {may && (
        <button type="button" className="icon" aria-label={`Rename ${titleOf(run)}`} onClick={() => edit(true)}>
          <Pencil />
        </button>
      )}
    </>
  );
}

/** The pass rate against the last run of the same target over the same rows. */
function Change({ run }: { readonly run: RunDetail }) {
  const previous = usePrevious(run).data;
  const { data } = useChange(run, previous?.evaluationId);
  if (previous === null || !previous) return null;
  const effect = data?.differences[0]?.passRate;
  const link = (
    <Link
      href={`/compare?before=${encodeURIComponent(previous.evaluationId)}&after=${encodeURIComponent(run.evaluationId)}`}
    >
      {previous.name ?? 'the previous run'}
    </Link>
  );
  if (!effect)
    return <p className="change muted">{data ? <>Not comparable with {link}</> : <>Comparing with {link} …</>}</p>;
  const { difference, interval, verdict } = effect;
  if (Math.round(difference * 1000) === 0) return <p className="change">Same pass rate as {link}</p>;
  const [Arrow, state] = difference < 0 ? ([ArrowDown, 'wrong'] as const) : ([ArrowUp, 'right'] as const);
  const isClear = verdict !== 'cannot tell';
  return (
    <p className="change">
      <b style={isClear ? { color: STATES[state].colour } : undefined}>
        <Arrow />
        {points(Math.abs(difference)).replace('+', '')} points
      </b>{' '}
      {difference < 0 ? 'worse' : 'better'} than {link}
      <span className="muted">
        {isClear ? '' : ', not significant'}
        {interval && ` (95% CI ${points(interval.low)} to ${points(interval.high)})`}
      </span>
    </p>
  );
}

const points = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}`.replace('-', '−');
