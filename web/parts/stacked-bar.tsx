import { count } from '../../core/format.ts';
import './stacked-bar.css';
import { STATES, type State } from './states.ts';

export interface BarPart {
  readonly state: State;
  readonly value: number;
}

interface Props {
  readonly parts: readonly BarPart[];
  /** In lists: no legend, less height. */
  readonly small?: boolean;
}

/** What rows have come to, side by side; what remains is the empty track. */
export function StackedBar({ parts, small = false }: Props) {
  const total = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  );
  const shown = parts.filter(({ value }) => value > 0);
  const words = shown.map(({ state, value }) => `${count(value)} ${STATES[state].word}`).join(', ');
  return (
    <div className="stacked-bar">
      <div className={small ? 'bar small' : 'bar'} role="img" aria-label={words || 'no rows yet'}>
        {shown
          .filter(({ state }) => state !== 'remaining')
          .map(({ state, value }) => (
            <span
              key={state}
              className={state}
              title={`${count(value)} ${STATES[state].word}`}
              style={{ width: `${(value / total) * 100}%`, backgroundColor: STATES[state].colour }}
            />
          ))}
      </div>
      {!small && (
        <ul className="legend" aria-hidden="true">
          {shown.map(({ state, value }) => (
            <li key={state}>
              <i style={{ background: STATES[state].colour }} />
              {count(value)} {STATES[state].word}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
