import type { Summary } from '../../contracts/summary.ts';
import { plural } from '../../core/format.ts';
import type { RunReport } from './run-report.ts';

/** Commands that continue a stopped run, ready to paste. */
export function nextSteps({ evaluationId, status, summary }: RunReport, flags: string): string[] {
  if (status !== 'halted' && status !== 'cancelled') return [];
  const command = (name: string, option = '') =>
    ['rollcall', name, evaluationId, option, flags].filter(Boolean).join(' ');
  const { haltedBy, skipped = 0, failed = 0 } = summary ?? {};
  const resume = `${command('resume')} calls the remaining ${plural(skipped, 'row')}.`;
  switch (haltedBy) {
    case 'budget':
      return [
        `${command('resume', `--budget ${budgetForAll(summary)}`)} calls the remaining ${plural(skipped, 'row')}.`,
      ];
    case 'unknown-cost':
      return ['Set executor.assumeCostPerRow or prices in eval.yaml, then run it again.'];
    case 'early-stop':
      return [
        'If the cause is in eval.yaml, fix it and run the file again.',
        `Otherwise fix the target. Then ${command('retry')} calls the ${plural(failed, 'row')} again.`,
        ...(skipped > 0 ? [resume] : []),
        'To call every row regardless of errors: rollcall run --no-early-stop',
      ];
    default:
      return [resume];
  }
}

/** The budget for the whole run, if the remaining rows cost as much as the called ones, plus 10%. */
function budgetForAll(summary: Summary | undefined): number {
  const { costUsd = 0, succeeded = 0, failed = 0, skipped = 0 } = summary ?? {};
  const called = Math.max(1, succeeded + failed);
  const needed = (costUsd * (called + skipped) * 1.1) / called;
  const step = 10 ** (Math.floor(Math.log10(needed)) - 1);
  return Number((Math.ceil(needed / step) * step).toPrecision(2));
}
