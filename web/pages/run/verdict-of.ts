import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, percent } from '../../../core/format.ts';
import { countedRows } from '../../../core/pass-rate.ts';
import { rateInterval } from '../../../core/statistics/share-interval.ts';
import { between } from '../../parts/between.ts';
import { STATES, type State } from '../../parts/states.ts';
import { type Tally, tallyOf } from '../../parts/tally.ts';

/** The share that passed and its 95% interval. */
function share(passed: number, compared: number, interval = rateInterval(passed, compared)): string {
  return [percent(compared === 0 ? undefined : passed / compared), interval && between(interval)]
    .filter(Boolean)
    .join(', ');
}

export interface VerdictPart {
  readonly text: string;
  readonly state?: State;
}

type Known = Pick<RunDetail, 'status' | 'progress' | 'summary'>;

/** Is it good? One sentence, in parts. */
export function verdictOf(run: Known, tally = tallyOf(run.progress, run.summary)): VerdictPart[] {
  // How many are right is said first, as soon as it is known for all.
  const states = run.summary ? TAIL : (['right', ...TAIL] as const);
  const tail = states
    .filter((state) => tally[state] > 0)
    .map((state) => ({ state, text: `${count(tally[state])} ${wordOf(state, tally[state])}` }));
  return run.progress.total === 0 ? [headOf(run, tally)] : [headOf(run, tally), ...tail];
}

const TAIL = ['wrong', 'failed', 'skipped'] as const;

const wordOf = (state: State, rows: number): string =>
  state === 'failed' && rows !== 1 ? 'errors' : STATES[state].word.toLowerCase();

function headOf({ summary, progress, status }: Known, { right, wrong }: Tally): VerdictPart {
  if (summary?.compared !== undefined && summary.passed !== undefined) {
    const { passed, compared, passRateInterval } = summary;
    const rows = countedRows(summary);
    const text = rows
      ? `${count(passed)} passed of ${count(compared)} ${rows}`
      : `${count(passed)} of ${count(compared)} passed`;
    return { text: `${text} (${share(passed, compared, passRateInterval)})` };
  }
  if (progress.total === 0) return { text: status === 'failed' ? 'The run could not start' : 'Counting the rows …' };
  // What is checked is read apart from the counts, and may be ahead of them.
  const answered = Math.max(progress.succeeded, right + wrong);
  const settled = answered + progress.failed + progress.skipped;
  if (settled < progress.total) return { text: `${count(settled)} of ${count(progress.total)} rows done` };
  if (progress.failed === 0 && progress.skipped === 0) return { text: `All ${count(progress.total)} rows answered` };
  return { text: `${count(progress.succeeded)} of ${count(progress.total)} rows answered` };
}

/**
 * What each state has of rows; those it has none of are not there. While rows come in, some have not been looked at yet: they come
 * and go, and are not offered.
 */
export function statesOf({ summary }: Pick<RunDetail, 'summary'>, tally: Tally): Partial<Tally> {
  const { succeeded, ...checked } = tally;
  const shown = summary || tally.right + tally.wrong === 0 ? { succeeded, ...checked } : checked;
  return Object.fromEntries(Object.entries(shown).filter(([, rows]) => rows > 0));
}
