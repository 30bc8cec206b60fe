import { Sign } from './sign.tsx';
import './state-mark.css';
import { STATES, type State } from './states.ts';

/** The sign of a state with its word; `bare` leaves the word to those who cannot see the sign. */
export function StateMark({ state, bare = false }: { readonly state: State; readonly bare?: boolean }) {
  const { sign, word, colour } = STATES[state];
  return (
    <span className="state-mark" style={{ color: state === 'remaining' ? 'var(--muted)' : colour }}>
      <Sign shape={sign} />
      <span className={bare ? 'hidden-text' : undefined}>{word}</span>
    </span>
  );
}
