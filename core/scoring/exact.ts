import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { asText } from '../json.ts';
import { comparedWith, type Evaluate, folded, verdict } from './compare.ts';
import { exactNumber, parseExactJson } from './exact-number.ts';
import { jsonEqual } from './json-equal.ts';

/** A plain decimal number; 007 and 1e999 are texts. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** What a run of spaces becomes. */
const SPACES = new Map([
  ['collapse', ' '],
  ['ignore', ''],
]);

export function exact(evaluator: EvaluatorOf<'exact'>): Evaluate {
  const { trim, ignoreCase, whitespace, normalization } = evaluator;
  const space = SPACES.get(whitespace);
  const spaced = (text: string) => (space === undefined ? text : text.replaceAll(/\s+/g, space));
  const normal = (text: string) => (normalization === 'none' ? text : text.normalize(normalization));
  const plain = (text: string) => normal(folded(spaced(trim ? text.trim() : text), ignoreCase));
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
  NUMBER.test(a.trim()) && NUMBER.test(b.trim()) && exactNumber(a.trim()) === exactNumber(b.trim());

function isSameJson(a: string, b: string): boolean {
  if (!/^\s*[[{]/.test(a) || !/^\s*[[{]/.test(b)) return false;
  const value = parseExactJson(a);
  return value !== undefined && jsonEqual(value, parseExactJson(b));
}
