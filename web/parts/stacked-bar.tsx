import { count } from '../../core/format.ts';
import './stacked-bar.css';
import { STATES, type State } from './states.ts';

export interface BarPart {
  readonly state: State;
  readonly value: number;
  /** Default: the state’s own. */
  readonly word?: string;
}

interface Props {
  readonly parts: readonly BarPart[];
  /** In lists: no legend, less height. */
  readonly small?: boolean;
  /** No legend: what stands beside says the same. */
  readonly plain?: boolean;
}

/** What rows have come to, side by side; what remains is the empty track. */
export function StackedBar({ parts, small = false, plain = small }: Props) {
  const total = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  );
  const shown = parts.filter(({ value }) => value > 0);
  const said = ({ state, value, word = STATES[state].word }: BarPart) => `${count(value)} ${word}`;
  const words = shown.map(said).join(', ');
  return (
    <div className="stacked-bar">
      <div className={small ? 'bar small' : 'bar'} role="img" aria-label={words || 'no rows yet'}>
        {shown
          .filter(({ state }) => state !== 'remaining')
          .map((part) => (
            <span
              key={part.state}
              className={part.state}
              title={said(part)}
              style={{ width: `${(part.value / total) * 100}%`, backgroundColor: STATES[part.state].colour }}
            />
          ))}
      </div>
      {!plain && (
        <ul className="legend" aria-hidden="true">
          {shown.map((part) => (
            <li key={part.state}>
              <i style={{ background: STATES[part.state].colour }} />
              {said(part)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
