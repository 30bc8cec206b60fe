import type { MonitorResult } from '../../../contracts/monitor.ts';
import { count, percent, plural } from '../../../core/format.ts';

/** One sentence: is it good? */
export function verdictOf(results: readonly MonitorResult[], areMore = false): string {
  if (results.length === 0) return 'It has found nothing yet.';
  const passed = results.filter((result) => result.passed === true).length;
  const wrong = results.filter((result) => result.passed === false).length;
  const erred = results.length - passed - wrong;
  const judged = passed + wrong;
  const share = judged === 0 ? '' : ` (${percent(passed / judged)})`;
  const which = areMore
    ? `Of the newest ${plural(results.length, 'result')}`
    : `Of ${plural(results.length, 'result')}`;
  const unjudged = erred > 0 ? `, ${count(erred)} could not be judged` : '';
  return `${which}, ${count(passed)} passed${share}, ${count(wrong)} did not${unjudged}.`;
}
