import type { RunStatus } from '../../domain/run-records/run-record.ts';
import { type Shape, Sign } from './sign.tsx';
import './state-mark.css';

const SHOWN: Record<RunStatus, { sign: Shape; colour: string; word?: string }> = {
  pending: { sign: 'clock', colour: 'var(--running)', word: 'starting' },
  running: { sign: 'clock', colour: 'var(--running)' },
  pausing: { sign: 'clock', colour: 'var(--running)' },
  paused: { sign: 'bars', colour: 'var(--skipped)' },
  halted: { sign: 'triangle', colour: 'var(--error)' },
  cancelled: { sign: 'dash', colour: 'var(--skipped)' },
  completed: { sign: 'tick', colour: 'var(--muted)' },
  failed: { sign: 'stop', colour: 'var(--failed)' },
};

export const STATUSES = Object.keys(SHOWN) as RunStatus[];

interface Props {
  readonly status: RunStatus;
  /** The word is left to those who cannot see the sign. */
  readonly bare?: boolean;
}

/** A run's status in the words of the command line and Step Functions. That it is over says nothing of its answers: no green. */
export function RunStatusMark({ status, bare = false }: Props) {
  const { sign, colour, word = status } = SHOWN[status];
  return (
    <span className="state-mark" style={{ color: colour }}>
      <Sign shape={sign} />
      <span className={bare ? 'hidden-text' : undefined}>{word}</span>
    </span>
  );
}
