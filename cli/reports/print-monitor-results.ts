import type { MonitorResult } from '../../contracts/monitor.ts';
import { moment } from '../../core/format.ts';
import type { Terminal } from '../terminal/terminal.ts';

const VERDICTS = { true: 'passed', false: 'failed', null: 'error' } as const;

export function printMonitorResults(terminal: Terminal, results: readonly MonitorResult[]): void {
  terminal.table(results, [
    { title: 'evaluated', value: ({ evaluatedAt }) => moment(evaluatedAt) },
    { title: 'thread', value: ({ threadId }) => threadId ?? '', shrinkTo: 12 },
    { title: 'trace', value: ({ traceId }) => traceId, shrinkTo: 12 },
    { title: 'turns', value: ({ turns, truncated }) => (truncated ? `newest ${turns}` : (turns ?? '')), right: true },
    { title: 'verdict', value: ({ passed }) => VERDICTS[`${passed}`] },
    { title: 'reason', value: ({ scores }) => reasonOf(scores), shrinkTo: 20 },
  ]);
}

/** The reason of the first evaluator that did not pass. */
function reasonOf(scores: MonitorResult['scores']): string {
  for (const [name, score] of Object.entries(scores)) {
    if ('error' in score) return `${name}: ${score.error}`;
    if (!score.passed) return score.reason ? `${name}: ${score.reason}` : name;
  }
  return '';
}
