import type { MonitorResult } from '../../../contracts/monitor.ts';
import type { Score } from '../../../contracts/score.ts';
import { count, percent, plural } from '../../../core/format.ts';
import { type Scales, scoreText } from '../../../core/scoring/own-scale.ts';

/** One sentence: is it good? */
export function verdictOf(results: readonly MonitorResult[], areMore = false): string {
  if (results.length === 0) return 'No results yet';
  const passed = results.filter((result) => result.passed === true).length;
  const wrong = results.filter((result) => result.passed === false).length;
  const erred = results.length - passed - wrong;
  const judged = passed + wrong;
  const share = judged === 0 ? '' : ` (${percent(passed / judged)})`;
  const which = areMore ? `the newest ${plural(results.length, 'result')}` : plural(results.length, 'result');
  const parts = [
    `${count(passed)} of ${which} passed${share}`,
    wrong > 0 && `${count(wrong)} failed`,
    erred > 0 && `${count(erred)} not graded`,
  ];
  return parts.filter(Boolean).join(' · ');
}

const plain = (score: number): boolean => score === 0 || score === 1;

/** A score in the evaluator's own scale and its reason; one that only passes or fails says that. */
export function saidOf(given: Score, scale: Scales[string] | undefined): string {
  if ('error' in given) return given.error;
  const { score, passed, reason } = given;
  const figure = scale || !plain(score) ? scoreText(score, scale) : passed ? 'passed' : 'failed';
  return reason ? `${figure}, ${reason}` : figure;
}
