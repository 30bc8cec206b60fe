import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import type { ScoredAnswer } from '../../contracts/score.ts';
import { comparedWith, type Evaluate, folded, quote, ScoringError } from './compare.ts';
import { type ExactNumber, isNear, isSameNumber, parseExactJson } from './exact-number.ts';
import { jsonEqual } from './json-equal.ts';
import { describePath, leavesOf, type Path, parsePath, valueAt } from './json-paths.ts';
import { reaches } from './pass-line.ts';

const MOST_NAMED = 3;

/** The share of the expected JSON's values that the answer's JSON has too. */
export function jsonMatch(evaluator: EvaluatorOf<'json-match'>): Evaluate {
  const chosen = evaluator.paths?.map(parsePath);
  return (answer) => {
    const expected = expectedJson(evaluator.value, answer);
    const actual = parseExactJson(answer.actual);
    if (actual === undefined) return { score: 0, passed: false, reason: 'The answer is no JSON.' };
    const paths = chosen ?? [...leavesOf(expected)];
    const absent = paths.find((path) => valueAt(actual, path) === undefined && valueAt(expected, path) === undefined);
    if (absent) throw new ScoringError(`Neither the answer nor the expected JSON has ${describePath(absent)}.`);
    const wrong = paths.filter((path) => !isSame(valueAt(actual, path), valueAt(expected, path), evaluator));
    const extra =
      evaluator.extra === 'fail' ? [...leavesOf(actual)].filter((path) => valueAt(expected, path) === undefined) : [];
    const score = (paths.length - wrong.length) / (paths.length + extra.length);
    const reasons = [
      ...wrong.map((path) => difference(path, actual, expected)),
      ...extra.map((path) => `${describePath(path)} should not be there`),
    ];
    return { score, passed: reaches(score, evaluator.passAt), ...(reasons.length > 0 && { reason: listed(reasons) }) };
  };
}

function expectedJson(own: unknown, answer: ScoredAnswer): unknown {
  const given = comparedWith(own, answer);
  const value = typeof given === 'string' && own === undefined ? parseExactJson(given) : given;
  if (value === undefined) throw new ScoringError('The expected answer is no JSON.');
  return value;
}

function isSame(actual: unknown, expected: unknown, { tolerance, ignoreCase }: EvaluatorOf<'json-match'>): boolean {
  if (isNumber(actual) && isNumber(expected))
    return isSameNumber(actual, expected) || (tolerance > 0 && isNear(actual, expected, tolerance));
  if (typeof actual === 'string' && typeof expected === 'string') {
    return folded(actual.trim(), ignoreCase) === folded(expected.trim(), ignoreCase);
  }
  return jsonEqual(actual, expected);
}

const isNumber = (value: unknown): value is ExactNumber => typeof value === 'number' || typeof value === 'bigint';

const difference = (path: Path, actual: unknown, expected: unknown): string =>
  `${describePath(path)} is ${quote(valueAt(actual, path))}, not ${quote(valueAt(expected, path))}`;

const listed = (reasons: readonly string[]): string => {
  const more = reasons.length - MOST_NAMED;
  return `${reasons.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
};
