import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import type { Score } from '../../contracts/score.ts';
import { comparedWith, type Evaluate, quote, ScoringError, verdict } from './compare.ts';
import { type ExactNumber, isNear } from './exact-number.ts';
import { type FoundNumber, readNumbers } from './read-numbers.ts';

export function numeric(evaluator: EvaluatorOf<'numeric'>): Evaluate {
  const { value, min, max, pick } = evaluator;
  const hasRange = min !== undefined || max !== undefined;
  return (answer) => {
    const found = readNumbers(answer.actual);
    const picked = pick === 'first' ? found[0] : found.at(-1);
    if (!picked) return verdict(false, `There is no number in ${quote(answer.actual)}.`);
    if (pick === 'only' && found.length > 1) return verdict(false, `There are ${found.length} numbers in the answer.`);
    const actual = pickedValue(picked, 'answer');
    if (min !== undefined && actual < min) return verdict(false, `${actual} is below ${min}.`);
    if (max !== undefined && actual > max) return verdict(false, `${actual} is above ${max}.`);
    if (hasRange && value === undefined) return verdict(true);
    return near(actual, numberOf(comparedWith(value, answer)), evaluator);
  };
}

function near(
  actual: ExactNumber,
  expected: ExactNumber,
  { tolerance, relativeTolerance }: EvaluatorOf<'numeric'>,
): Score {
  const share = relativeTolerance === 0 ? 0 : relativeTolerance * Math.abs(Number(expected));
  const allowed = Math.max(tolerance, share);
  const passed = isNear(actual, expected, allowed);
  return verdict(passed, passed ? undefined : `${actual} is not ${expected}${allowed > 0 ? ` ± ${allowed}` : ''}.`);
}

function numberOf(value: number | string): ExactNumber {
  if (typeof value === 'number') return value;
  const [only, ...more] = readNumbers(value);
  if (only === undefined || more.length > 0)
    throw new ScoringError(`The expected answer ${quote(value)} is not one number.`);
  return pickedValue(only, 'expected answer');
}

function pickedValue(found: FoundNumber, where: string): ExactNumber {
  if ('value' in found) return found.value;
  throw new ScoringError(`The number ${quote(found.text)} in the ${where} is ambiguous: ${found.ambiguous}.`);
}
