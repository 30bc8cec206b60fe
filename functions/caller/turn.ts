import type { SeenLimit } from '../../core/pacing/rate-headers.ts';

/** A call that the target turned away. */
export interface TurnedAway {
  readonly sentAt: number;
  readonly limits?: readonly SeenLimit[];
  readonly retryAfterSeconds?: number;
  /** How long the row itself stays back. */
  readonly backOffMs: number;
}

/** A row's turn. */
export interface Turn {
  /** Milliseconds that the row could have been called in, but for the rate. */
  readonly waitedMs: number;
  /** Resolves when the call may be sent, with the time. */
  readonly go: () => Promise<number>;
  /** Nothing is sent after all: another row may have the turn. */
  readonly giveBack: () => void;
}
