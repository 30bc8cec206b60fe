import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, percent } from '../../../core/format.ts';
import { wilson } from '../../../core/statistics/wilson.ts';
import type { State } from '../../parts/states.ts';
import { type Tally, tallyOf } from '../../parts/tally.ts';

/** The share of right answers and the 95 % interval it lies in. */
function share(passed: number, compared: number): string {
  const interval = wilson(passed, compared);
  const bounds = interval && [interval.low, interval.high].map((bound) => (bound * 100).toFixed(1)).join('–');
  return [percent(compared === 0 ? undefined : passed / compared), bounds].filter(Boolean).join(', ');
}

export interface VerdictPart {
  readonly text: string;
  readonly state?: State;
}

/** Is it good? One sentence, in parts. */
export function verdictOf(run: Pick<RunDetail, 'status' | 'progress' | 'summary'>): VerdictPart[] {
  const tally = tallyOf(run.progress, run.summary);
  const tail = (['wrong', 'failed', 'skipped'] as const)
    .filter((state) => tally[state] > 0)
    .map((state) => ({ state, text: `${count(tally[state])} ${state}` }));
  return run.progress.total === 0 ? [headOf(run)] : [headOf(run), ...tail];
}

function headOf({ summary, progress, status }: Pick<RunDetail, 'status' | 'progress' | 'summary'>): VerdictPart {
  if (summary?.compared !== undefined && summary.passed !== undefined) {
    const { passed, compared } = summary;
    return { text: `${count(passed)} of ${count(compared)} right (${share(passed, compared)})` };
  }
  if (progress.total === 0) return { text: status === 'failed' ? 'The run could not start' : 'Counting the rows …' };
  const settled = progress.succeeded + progress.failed + progress.skipped;
  if (settled < progress.total) return { text: `${count(settled)} of ${count(progress.total)} rows done` };
  if (progress.failed === 0 && progress.skipped === 0) return { text: `All ${count(progress.total)} rows answered` };
  return { text: `${count(progress.succeeded)} of ${count(progress.total)} rows answered` };
}

/** What each state has of rows; those it has none of are not there. */
export function statesOf(run: Pick<RunDetail, 'progress' | 'summary'>): Partial<Tally> {
  return Object.fromEntries(Object.entries(tallyOf(run.progress, run.summary)).filter(([, rows]) => rows > 0));
}
