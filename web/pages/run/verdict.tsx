import { Fragment } from 'react';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { Sign } from '../../parts/sign.tsx';
import { STATES } from '../../parts/states.ts';
import { useTally } from './use-tally.ts';
import { verdictOf } from './verdict-of.ts';

/** Is it good? In one sentence; what it counts has the signs and colours of the bar below. */
export function Verdict({ run }: { readonly run: RunDetail }) {
  return (
    <h1 className="verdict" aria-live="polite">
      {verdictOf(run, useTally(run)).map(({ text, state }, index) => (
        <Fragment key={state ?? text}>
          {index > 0 && ' · '}
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
  );
}
