import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { asText, parseJson } from '../json.ts';
import { comparedWith, type Evaluate, folded, verdict } from './compare.ts';
import { jsonEqual } from './json-equal.ts';

/** A plain decimal number; 007 and 1e999 are texts. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;

export function exact(evaluator: EvaluatorOf<'exact'>): Evaluate {
  const plain = (text: string) => folded(evaluator.trim ? text.trim() : text, evaluator.ignoreCase);
  return (answer) => {
    const expected = plain(asText(comparedWith(evaluator.value, answer)));
    const actual = plain(answer.actual);
    return verdict(
      actual === expected ||
        (evaluator.numbers && isSameNumber(actual, expected)) ||
        (evaluator.json && isSameJson(actual, expected)),
    );
  };
}

const isSameNumber = (a: string, b: string): boolean =>
  NUMBER.test(a.trim()) && NUMBER.test(b.trim()) && Number(a) === Number(b);

function isSameJson(a: string, b: string): boolean {
  if (!/^\s*[[{]/.test(a) || !/^\s*[[{]/.test(b)) return false;
  const value = parseJson(a);
  return value !== undefined && jsonEqual(value, parseJson(b));
}
