import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { comparedWith, type Evaluate, quote, verdict } from './compare.ts';
import { safePattern } from './safe-pattern.ts';

export function regex(evaluator: EvaluatorOf<'regex'>): Evaluate {
  const { pattern: own, match, negate } = evaluator;
  if (own !== undefined) safePattern(own, evaluator);
  return (answer) => {
    const pattern = safePattern(comparedWith(own, answer), evaluator);
    const isFound = match === 'full' ? pattern.matches(answer.actual) : pattern.matcher(answer.actual).find();
    const passed = isFound !== negate;
    return verdict(
      passed,
      passed ? undefined : `It ${negate ? 'matches' : 'does not match'} ${quote(pattern.pattern())}.`,
    );
  };
}
