import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { comparedWith, type Evaluate, folded, quote } from './compare.ts';

export function contains({ value, mode, ignoreCase, negate }: EvaluatorOf<'contains'>): Evaluate {
  return (answer) => {
    const given = comparedWith(value, answer);
    const wanted = typeof given === 'string' ? [given.trim()] : given;
    const actual = folded(answer.actual, ignoreCase);
    const found = wanted.filter((text) => actual.includes(folded(text, ignoreCase)));
    const share = mode === 'any' ? Math.min(1, found.length) : found.length / wanted.length;
    const passed = (share === 1) !== negate;
    const missing = wanted.filter((text) => !found.includes(text));
    const reason = negate ? `It holds ${found.map(quote).join(', ')}.` : `It lacks ${missing.map(quote).join(', ')}.`;
    return { score: negate ? 1 - share : share, passed, ...(!passed && { reason }) };
  };
}
