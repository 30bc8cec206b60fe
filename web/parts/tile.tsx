import { Sign } from './sign.tsx';
import { STATES, type State } from './states.ts';
import './tile.css';

interface Props {
  readonly title: string;
  readonly value: string;
  readonly note?: string;
  /** What it counts. */
  readonly state?: State;
}

/** A figure that is read at a glance. */
export const Tile = ({ title, value, note, state }: Props) => (
  <div className="tile">
    <dt>
      {state && (
        <span style={{ color: STATES[state].colour }}>
          <Sign shape={STATES[state].sign} />
        </span>
      )}
      {title}
    </dt>
    <dd>
      {value} {note && <span className="muted tiny">{note}</span>}
    </dd>
  </div>
);
