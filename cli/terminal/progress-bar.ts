import type { ShownJob } from '../../contracts/job-record.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { describeJobs } from '../../core/bulk-jobs/describe-job.ts';
import { count, milliseconds, plural, seconds, usd } from '../../core/format.ts';
import { describePacing } from '../../core/pacing/describe-pacing.ts';
import type { Paint } from './colour.ts';
import type { Terminal } from './terminal.ts';
import { cutTo, textWidth } from './text-width.ts';

const BAR_CELLS = 24;
/** Minimum time between two lines in a log. */
const LINE_EVERY_MS = 5_000;

export interface ProgressReporter {
  update(answer: RunControlAnswer): void;
  end(): void;
}

/** Shows progress as a bar in a terminal and as occasional lines in a log, but not with --quiet or --json. */
export function progressReporter(terminal: Terminal, label: string, now = Date.now): ProgressReporter {
  if (terminal.quiet || terminal.json) return { update: () => {}, end: () => {} };
  const { update, end } = lineReporter(terminal, label, now);
  let isUnreachable = false;
  return {
    update(answer) {
      const { unreachable } = answer.progress;
      if (unreachable && !isUnreachable) {
        isUnreachable = true;
        terminal.note(`${terminal.paintNote('yellow', 'Note:')} ${unreachable} Calls are retried.`);
      }
      update(answer);
    },
    end,
  };
}

function lineReporter(terminal: Terminal, label: string, now: () => number): ProgressReporter {
  if (terminal.canRedraw) {
    return {
      update: (answer) => terminal.live(progressLine(answer, label, terminal.noteWidth, terminal.paintNote)),
      end: () => terminal.clearLive(),
    };
  }
  let said = 0;
  let last = '';
  let hasResults = false;
  return {
    update(answer) {
      const { succeeded, failed, skipped, percent, pacing } = answer.progress;
      // Report that a run waits for a rate limit although its counts have not changed.
      const counts = [answer.status, succeeded, failed, skipped, pacing?.heldUntil].join(' ');
      // Show the first result immediately.
      const isFirst = !hasResults && succeeded + failed > 0;
      const isSoon = now() - said < LINE_EVERY_MS && percent < 100 && !isFirst;
      if (answer.status === 'pending' || counts === last || isSoon) return;
      hasResults ||= isFirst;
      said = now();
      last = counts;
      terminal.note(plainLine(answer, label));
    },
    end: () => {},
  };
}

/** `tickets ━━━━━━━━──── 62% 31/50 · 2 errors · 8.1 rows/s · 210 ms · $0.0042 · 3 s left`, cut to the width. */
export function progressLine(
  { status, progress }: RunControlAnswer,
  label: string,
  width: number,
  paint: Paint,
): string {
  const done = progress.succeeded + progress.failed + progress.skipped;
  const filled = Math.round((Math.min(100, progress.percent) / 100) * BAR_CELLS);
  const failedCells = done === 0 ? 0 : Math.min(filled, Math.ceil((progress.failed / done) * filled));
  const bar =
    paint('green', '━'.repeat(filled - failedCells)) +
    paint('red', '━'.repeat(failedCells)) +
    paint('dim', '─'.repeat(BAR_CELLS - filled));
  const head = `${cutTo(label, 24)} `;
  const first = [
    `${String(Math.floor(progress.percent)).padStart(3)}% ${count(done)}/${count(progress.total)}`,
    ...(status === 'running' || status === 'completed' ? [] : [status]),
    ...(status === 'running' && progress.percent >= 100 ? ['loading results'] : []),
  ];
  const room = width - textWidth(head) - BAR_CELLS - 2;
  return `${paint('bold', head)}${bar} ${cutTo(fitted(first, figures({ ...progress, jobs: progress.jobs?.map(withShortId) }), room), room)}`;
}

/** Providers' IDs take half a line and start alike. */
const withShortId = (job: ShownJob): ShownJob => (job.id.length > 12 ? { ...job, id: `…${job.id.slice(-7)}` } : job);

/** A narrow terminal drops the last figures first, and the remaining time last. */
function fitted(first: readonly string[], more: readonly string[], room: number): string {
  const line = [...first, ...more].join(' · ');
  if (textWidth(line) <= room) return line;
  return more.length === 1 ? line : fitted(first, [...more.slice(0, -2), ...more.slice(-1)], room);
}

const plainLine = ({ status, progress }: RunControlAnswer, label: string): string => {
  const done = progress.succeeded + progress.failed + progress.skipped;
  return [`${label}: ${status}`, `${count(done)}/${count(progress.total)} rows`, ...figures(progress)].join(', ');
};

function figures(progress: RunControlAnswer['progress']): string[] {
  const { failed, skipped, rowsPerSecond, averageLatencyMs, costUsd, etaSeconds, pacing, jobs } = progress;
  const job = jobs && describeJobs(jobs);
  return [
    ...(failed > 0 ? [plural(failed, 'error')] : []),
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
    ...(rowsPerSecond > 0 ? [`${rowsPerSecond.toFixed(1)} rows/s`] : []),
    ...(pacing ? [describePacing(pacing)] : []),
    ...(job ? [job] : []),
    ...(averageLatencyMs === undefined ? [] : [`${milliseconds(averageLatencyMs)}`]),
    ...(costUsd > 0 ? [usd(costUsd)] : []),
    ...(etaSeconds === undefined ? [] : [`${seconds(etaSeconds)} left`]),
  ];
}
