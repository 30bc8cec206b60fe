import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import type { Score } from '../../contracts/score.ts';
import { comparedWith, type Evaluate, quote, ScoringError, verdict } from './compare.ts';

/** `1,234.5`, `-3`, `.5`, `6.02e23`; not the digits of a word such as `v2`. */
const NUMBERS = /(?<![\w.])[-+−]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?(?![\w])/g;

export function numeric(evaluator: EvaluatorOf<'numeric'>): Evaluate {
  const { value, min, max, pick } = evaluator;
  const hasRange = min !== undefined || max !== undefined;
  return (answer) => {
    const found = numbersIn(answer.actual);
    if (found.length === 0) return verdict(false, `There is no number in ${quote(answer.actual)}.`);
    if (pick === 'only' && found.length > 1) return verdict(false, `There are ${found.length} numbers in the answer.`);
    const actual = (pick === 'first' ? found[0] : found.at(-1)) ?? Number.NaN;
    if (min !== undefined && actual < min) return verdict(false, `${actual} is below ${min}.`);
    if (max !== undefined && actual > max) return verdict(false, `${actual} is above ${max}.`);
    if (hasRange && value === undefined) return verdict(true);
    return near(actual, numberOf(comparedWith(value, answer)), evaluator);
  };
}

function near(actual: number, expected: number, { tolerance, relativeTolerance }: EvaluatorOf<'numeric'>): Score {
  const allowed = Math.max(tolerance, relativeTolerance * Math.abs(expected));
  // 0.1 + 0.2 is 0.3 to within what a double can hold.
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(actual), Math.abs(expected));
  const passed = Math.abs(actual - expected) <= allowed + rounding;
  return verdict(passed, passed ? undefined : `${actual} is not ${expected}${allowed > 0 ? ` ± ${allowed}` : ''}.`);
}

function numberOf(value: number | string): number {
  if (typeof value === 'number') return value;
  const [only, ...more] = numbersIn(value);
  if (only === undefined || more.length > 0)
    throw new ScoringError(`The expected answer ${quote(value)} is not one number.`);
  return only;
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBERS)].map(([found]) => Number(found.replaceAll(',', '').replace('−', '-')));
