import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, percent } from '../../../core/format.ts';
import { wilson } from '../../../core/statistics/wilson.ts';
import type { BarPart } from '../../parts/stacked-bar.tsx';
import type { State } from '../../parts/states.ts';

/** Rows by what they came to. `right` and `wrong` where answers are checked, else `succeeded`. */
export interface Tally {
  readonly right: number;
  readonly wrong: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly running: number;
  readonly remaining: number;
}

/** A checked row that failed counts as not passed in the pass rate; here it is failed, and wrong are those that answered. */
export function tallyOf({ progress, summary }: Pick<RunDetail, 'progress' | 'summary'>): Tally {
  const { succeeded, failed, skipped, running, remaining } = progress;
  const right = Math.min(summary?.passed ?? 0, succeeded);
  const wrong = Math.min(summary?.wrong ?? 0, succeeded - right);
  return { right, wrong, succeeded: succeeded - right - wrong, failed, skipped, running, remaining };
}

export const barOf = (tally: Tally): BarPart[] =>
  (['right', 'succeeded', 'wrong', 'failed', 'running', 'skipped', 'remaining'] as const).map((state) => ({
    state,
    value: tally[state],
  }));

/** The share of right answers and the 95 % interval it lies in. */
function share(passed: number, compared: number): string {
  const interval = wilson(passed, compared);
  const bounds = interval && [interval.low, interval.high].map((bound) => (bound * 100).toFixed(1)).join('–');
  return [percent(compared === 0 ? undefined : passed / compared), bounds].filter(Boolean).join(', ');
}

/** Is it good? In one sentence. */
export function verdictOf(run: Pick<RunDetail, 'status' | 'progress' | 'summary'>): string {
  const { summary, progress, status } = run;
  const tally = tallyOf(run);
  const rest = (['wrong', 'failed', 'skipped'] as const).filter((state) => tally[state] > 0);
  const tail = rest.map((state) => `${count(tally[state])} ${state}`);
  if (summary?.compared !== undefined && summary.passed !== undefined) {
    const head = `${count(summary.passed)} of ${count(summary.compared)} right (${share(summary.passed, summary.compared)})`;
    return [head, ...tail].join(' · ');
  }
  if (progress.total === 0) return status === 'failed' ? 'The run could not start' : 'Counting the rows …';
  const settled = progress.succeeded + progress.failed + progress.skipped;
  if (settled < progress.total) return [`${count(settled)} of ${count(progress.total)} rows done`, ...tail].join(' · ');
  if (progress.failed === 0 && progress.skipped === 0) return `All ${count(progress.total)} rows answered`;
  return [`${count(progress.succeeded)} of ${count(progress.total)} rows answered`, ...tail].join(' · ');
}

/** The states rows of this run have. */
export function statesOf(run: Pick<RunDetail, 'progress' | 'summary'>): State[] {
  const tally = tallyOf(run);
  return (Object.keys(tally) as (keyof Tally)[]).filter((state) => tally[state] > 0);
}
