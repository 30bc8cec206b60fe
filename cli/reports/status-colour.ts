import type { Colour } from '../terminal/colour.ts';

const COLOURS: Record<string, Colour> = {
  completed: 'green',
  succeeded: 'green',
  running: 'cyan',
  pending: 'cyan',
  pausing: 'yellow',
  paused: 'yellow',
  halted: 'yellow',
  cancelled: 'yellow',
  skipped: 'yellow',
  failed: 'red',
};

/** The color of a run's or row's status. */
export const statusColour = (status: string): Colour | undefined => COLOURS[status];
