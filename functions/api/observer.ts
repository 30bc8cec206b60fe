import type { Caller } from './route.ts';

export interface AppObserver {
  /** Somebody changed something, or tried to. */
  changed(change: Change): void;
  failed(error: unknown, route: string): void;
}

interface Change extends Caller {
  readonly route: string;
  readonly status: number;
  readonly resource?: string;
}
